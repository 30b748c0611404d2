// The methods that are served, by era. Each answers the finished text of its result, or a fault.
import type { Caller } from '../server/domain/base/caller.ts'
import { fail, ok, type Result } from '../server/domain/base/result.ts'
import { callTool } from './call-tool.ts'
import type { ToolOutcome } from './content.ts'
import type { ToolDeps } from './deps.ts'
import type { Envelopes } from './envelope.ts'
import { type Era, metaKeys, modernVersion, negotiated } from './era.ts'
import { codes, type Fault, isObject, type Message } from './json-rpc.ts'
import type { Registry, Tool } from './registry.ts'
import { timeouts } from './timeouts.ts'

export type Served = {
  readonly deps: ToolDeps
  readonly registry: Registry
  readonly envelopes: Envelopes
  readonly request: Request
  readonly caller: Caller
  readonly era: Era
  /** By performance.now(). */
  readonly startedAt: number
}

type Answer = Result<string, Fault>
type Method = (served: Served, message: Message) => Answer | Promise<Answer>

/** One page. No cursor is ever handed out, so one that is sent is invalid: -32602 in every revision. */
const listTools: Method = ({ envelopes, era }, { params }) =>
  params.cursor === undefined || params.cursor === null
    ? ok(envelopes.listTools[era.kind])
    : fail(unknownCursor)

const unknownCursor: Fault = {
  status: 400,
  code: codes.params,
  message: '"params.cursor" is not a cursor of this server: tools/list has one page. Leave it out.',
}

const methods: Readonly<Record<Era['kind'], ReadonlyMap<string, Method>>> = {
  modern: new Map<string, Method>([
    ['server/discover', ({ envelopes }) => ok(envelopes.discover)],
    ['tools/list', listTools],
    ['tools/call', toolsCall],
  ]),
  legacy: new Map<string, Method>([
    [
      'initialize',
      ({ envelopes }, { params }) => ok(envelopes.initialize(negotiated(params.protocolVersion))),
    ],
    ['ping', ({ envelopes }) => ok(envelopes.empty)],
    ['tools/list', listTools],
    ['tools/call', toolsCall],
  ]),
}

export function serveMethod(served: Served, message: Message): Answer | Promise<Answer> {
  const method = methods[served.era.kind].get(message.method)
  if (method === undefined) return fail(unknownMethod(message.method))
  if (method !== toolsCall) noteRequest(served, message, 'answered')
  return method(served, message)
}

/** The line of a 200 that is no tool's; the access log has none for this endpoint's 200s. */
export function noteRequest(
  { deps, era }: Pick<Served, 'deps' | 'era'>,
  { method }: Message,
  outcome: 'answered' | 'refused',
): void {
  const { version } = era
  deps.log.info('mcp.request', { method: method.slice(0, longestName), outcome, version })
}

/** Every modern request says what its client can do, {} if nothing. */
export function capabilityFault({ meta }: Message, era: Era): Fault | null {
  if (era.kind === 'legacy' || isObject(meta[metaKeys.capabilities])) return null
  return {
    status: 400,
    code: codes.params,
    message: `params._meta["${metaKeys.capabilities}"] is required in ${modernVersion} and must be an object; {} declares none.`,
  }
}

function toolsCall(served: Served, { params, meta }: Message): Answer | Promise<Answer> {
  const { deps, registry, caller, request, startedAt } = served
  const tool = typeof params.name === 'string' ? registry.find(params.name) : undefined
  if (tool === undefined) return fail(unknownTool(params.name, registry))
  const declared = meta[metaKeys.capabilities]
  const outcome = callTool({
    deps,
    tool,
    caller,
    args: params.arguments,
    capabilities: isObject(declared) ? declared : {},
    request,
    timeLeftMs: timeouts.route - (performance.now() - startedAt),
  })
  return outcome instanceof Promise
    ? outcome.then((late) => finish(served, tool, late))
    : finish(served, tool, outcome)
}

function finish(served: Served, tool: Tool, outcome: ToolOutcome): Answer {
  const { deps, envelopes, era, caller, startedAt } = served
  if (!isQuiet(tool, outcome)) {
    deps.log.info('mcp.call', {
      tool: tool.definition.name,
      outcome: outcome.kind,
      version: era.version,
      caller: caller.kind === 'account' ? caller.accountId : 'anonymous',
      ms: Math.round((performance.now() - startedAt) * 100) / 100,
    })
  }
  return answerOf(outcome, envelopes, era)
}

/** Plain answers of the tools that read: the metrics count them, and a line would be a tenth of what an estimate costs. */
function isQuiet({ cost, timeoutMs }: Tool, outcome: ToolOutcome): boolean {
  return outcome.kind === 'answered' && cost === 'free' && timeoutMs <= timeouts.read
}

function answerOf(outcome: ToolOutcome, envelopes: Envelopes, era: Era): Answer {
  if (outcome.kind !== 'needs_capability') return ok(envelopes.call(era, outcome))
  const names = Object.keys(outcome.required).join(', ')
  const message = `This tool needs a client that declares ${names}.`
  if (era.kind === 'legacy') {
    return ok(envelopes.call(era, { kind: 'refused', sentence: message }))
  }
  const data = { requiredCapabilities: outcome.required }
  return fail({ status: 400, code: codes.capability, message, data })
}

/** Of what a caller named, in answers and logs. */
const longestName = 80

function unknownMethod(method: string): Fault {
  const message = `Method not found: ${method.slice(0, longestName)}`
  return { status: 404, code: codes.method, message }
}

function unknownTool(name: unknown, registry: Registry): Fault {
  const available = registry.tools.map((tool) => tool.definition.name)
  const message =
    typeof name === 'string'
      ? `Unknown tool: ${name.slice(0, longestName)}`
      : '"params.name" must name a tool.'
  return { status: 400, code: codes.params, message, data: { available } }
}
