// Supported methods, by era. Each returns its result as JSON text, or a fault.
import type { Caller } from '../server/domain/base/caller.ts'
import { fail, ok, type Result } from '../server/domain/base/result.ts'
import { cutText, singleLine } from '../server/domain/base/text/text.ts'
import type { TermsSchedule } from '../server/domain/terms/schedule.ts'
import { quotedStart } from './arguments.ts'
import { callTool } from './call-tool.ts'
import { refuse, type ToolOutcome } from './content.ts'
import type { ToolDeps } from './deps.ts'
import type { Envelopes } from './envelope.ts'
import { type Era, metaKeys, modernVersion, negotiateVersion } from './era.ts'
import { codes, isFields, type Message, type RpcError } from './json-rpc.ts'
import type { Registry, Tool } from './registry.ts'
import { timeouts } from './timeouts.ts'

export type MethodCall = {
  readonly deps: ToolDeps
  readonly registry: Registry
  readonly envelopes: Envelopes
  readonly request: Request
  readonly caller: Caller
  readonly era: Era
  readonly observeTool: ObserveTool | undefined
  /** Start of the call, as returned by performance.now(). */
  readonly startedAt: number
}

/** Reports a finished call. `error` means that it broke or timed out. The time covers the whole request. */
export type ObserveTool = (
  tool: string,
  outcome: 'ok' | 'refused' | 'error',
  ms: number,
  errorCode: string | null,
) => void

/** Result as JSON text. */
export type MethodResult = Result<string, RpcError>
type Method = (call: MethodCall, message: Message) => Promise<MethodResult>

/** Returns a single page. The server never issues a cursor, so any cursor is invalid: -32602 in every revision. */
const listTools: Method = async ({ deps, envelopes, era }, { params }) =>
  params['cursor'] === undefined || params['cursor'] === null
    ? ok(envelopes.listTools(era.kind, listTtlMs(deps.termsSchedule)))
    : fail(unknownCursor)

const ownTermsTtlMs = 60_000

/**
 * Returns how long the list may be cached. Tool descriptions contain prices, which a farm's terms may change within a
 * minute or at a scheduled time.
 */
const listTtlMs = ({
  holdsOwn,
  msUntilNext,
}: Pick<TermsSchedule, 'holdsOwn' | 'msUntilNext'>): number | null =>
  holdsOwn ? Math.floor(Math.min(ownTermsTtlMs, msUntilNext() ?? ownTermsTtlMs)) : null

const unknownCursor: RpcError = {
  status: 400,
  code: codes.params,
  message: '"params.cursor" is not a cursor of this server: tools/list has one page. Leave it out.',
}

const methods: Readonly<Record<Era['kind'], ReadonlyMap<string, Method>>> = {
  modern: new Map<string, Method>([
    ['server/discover', async ({ envelopes }) => ok(envelopes.discover())],
    ['tools/list', listTools],
    ['tools/call', toolsCall],
  ]),
  legacy: new Map<string, Method>([
    [
      'initialize',
      async ({ envelopes }, { params }) =>
        ok(envelopes.initialize(negotiateVersion(params['protocolVersion']))),
    ],
    ['ping', async ({ envelopes }) => ok(envelopes.empty)],
    ['tools/list', listTools],
    ['tools/call', toolsCall],
  ]),
}

export function callMethod(call: MethodCall, message: Message): Promise<MethodResult> {
  const method = methods[call.era.kind].get(message.method)
  if (method === undefined) return Promise.resolve(fail(unknownMethod(message.method)))
  if (method !== toolsCall) logRequest(call, message, 'succeeded')
  return method(call, message)
}

/** Logs a 200 that is not a tool call, because the access log skips this endpoint's 200s. */
export function logRequest(
  { deps, era }: Pick<MethodCall, 'deps' | 'era'>,
  { method }: Message,
  outcome: 'succeeded' | 'refused',
): void {
  const { version } = era
  deps.log.info('mcp.request', {
    method: cutText(singleLine(method.slice(0, 500)), 80),
    outcome,
    version,
  })
}

/** Returns a fault unless a modern request declares the client's capabilities, which are {} for none. */
export function capabilityFault({ meta }: Message, era: Era): RpcError | null {
  if (era.kind === 'legacy' || isFields(meta[metaKeys.capabilities])) return null
  return {
    status: 400,
    code: codes.params,
    message: `params._meta["${metaKeys.capabilities}"] is required in ${modernVersion} and must be an object; {} declares none.`,
  }
}

async function toolsCall(call: MethodCall, { params, meta }: Message): Promise<MethodResult> {
  const { deps, registry, envelopes, caller, era, request, startedAt } = call
  const tool = typeof params['name'] === 'string' ? registry.find(params['name']) : undefined
  if (tool === undefined) return fail(unknownTool(params['name'], registry))
  const declared = meta[metaKeys.capabilities]
  let isBroken = false
  const outcome = await callTool({
    deps,
    tool,
    caller,
    args: params['arguments'],
    capabilities: isFields(declared) ? declared : {},
    request,
    onBroken: () => {
      isBroken = true
    },
    timeLeftMs: timeouts.route - (performance.now() - startedAt),
  })
  const usual = outcome.kind === 'succeeded' ? 'ok' : 'refused'
  call.observeTool?.(
    tool.definition.name,
    isBroken ? 'error' : usual,
    performance.now() - startedAt,
    outcome.kind === 'refused' ? outcome.code : null,
  )
  if (!isUnlogged(tool, outcome)) {
    deps.log.info('mcp.call', {
      tool: tool.definition.name,
      outcome: outcome.kind,
      version: era.version,
      caller: caller.kind === 'account' ? caller.accountId : 'anonymous',
      ms: Math.round((performance.now() - startedAt) * 100) / 100,
    })
  }
  return methodResultOf(outcome, envelopes, era)
}

/**
 * Whether a call is not logged. Metrics count the successful calls of reading tools, and a log line would cost a tenth
 * of an estimate.
 */
function isUnlogged({ cost, timeoutMs }: Tool, outcome: ToolOutcome): boolean {
  return outcome.kind === 'succeeded' && cost === 'free' && timeoutMs <= timeouts.read
}

function methodResultOf(outcome: ToolOutcome, envelopes: Envelopes, era: Era): MethodResult {
  if (outcome.kind !== 'needs_capability') return ok(envelopes.call(era, outcome))
  const names = Object.keys(outcome.required).join(', ')
  const message = `This tool needs a client that declares ${names}.`
  if (era.kind === 'legacy') {
    return ok(envelopes.call(era, refuse(message, 'mcp_capability_missing')))
  }
  const data = { requiredCapabilities: outcome.required }
  return fail({ status: 400, code: codes.capability, message, data })
}

function unknownMethod(method: string): RpcError {
  const message = `Method not found: ${quotedStart(method)}`
  return { status: 404, code: codes.method, message }
}

function unknownTool(name: unknown, registry: Registry): RpcError {
  const available = registry.tools.map((tool) => tool.definition.name)
  const message =
    typeof name === 'string'
      ? `Unknown tool: ${quotedStart(name)}`
      : '"params.name" must name a tool.'
  return {
    status: 400,
    code: codes.params,
    errorCode: 'mcp_tool_unknown',
    message,
    data: { available },
  }
}
