// Runs one tool: key, allowances, arguments, timeout. Every failure inside becomes a sentence for the caller.
import { peek } from 'bun'
import { AccountClosed } from '../server/domain/accounts/ports.ts'
import type { Caller } from '../server/domain/base/caller.ts'
import { consumeAllowance, returnAllowance } from '../server/domain/limits/consume-allowance.ts'
import type { RateSlot } from '../server/domain/limits/consume-rate-limit.ts'
import { accountDeleted } from './account-deleted.ts'
import { limitRefusal } from './allowance.ts'
import { quotePageUrl } from './buy-page.ts'
import { type Fields, picturesHeader, refused, type ToolOutcome } from './content.ts'
import type { ToolDeps } from './deps.ts'
import type { Tool, ToolContext } from './registry.ts'

export type ToolCall = {
  readonly deps: ToolDeps
  readonly tool: Tool
  readonly caller: Caller
  readonly args: unknown
  readonly capabilities: Fields
  /** Its signal is aborted when the caller hangs up. */
  readonly request: Request
  /** Called when the tool broke or timed out: the caller only gets a sentence. */
  readonly onBroken: () => void
  /** What is left of the route's timeout. */
  readonly timeLeftMs: number
}

/** Never rejects. */
export async function callTool(call: ToolCall): Promise<ToolOutcome> {
  const { deps, tool, caller, args } = call
  if (tool.auth === 'apiKey' && caller.kind !== 'account') {
    return apiKeyRequired(deps, tool.definition.name, args)
  }
  // A refusal ends the loop, so the later scopes are not counted.
  const slots: TakenSlot[] = []
  for (const scope of tool.scopes) {
    const consumed = await consumeAllowance(deps, scope, caller)
    if (!consumed.ok) return limitRefusal(consumed.failure, scope)
    slots.push({ slot: consumed.value, at: performance.now() })
  }
  const run = new ToolRun(call, slots)
  try {
    const work = tool.call(run, args)
    // A tool that only computes is done by now and needs no timer.
    return await (peek.status(work) === 'pending' ? run.withTimeout(work) : work)
  } catch (error) {
    return run.outcomeOfFailure(error)
  }
}

function apiKeyRequired(
  { baseUrl }: Pick<ToolDeps, 'baseUrl'>,
  name: string,
  args: unknown,
): ToolOutcome {
  return refused(
    `${name} needs an API key, and this request has none that is valid. Issue one at ${baseUrl}/account once a card is on ` +
      `file, and send it as "Authorization: Bearer <API_KEY>". ${wayWithoutKey(name, args, baseUrl)}`,
    'api_key_required',
  )
}

/** What a caller without a key, or the person behind it, can do instead (decisions.md 59). */
function wayWithoutKey(name: string, args: unknown, baseUrl: string): string {
  switch (name) {
    case 'get_order':
    case 'list_my_orders':
      return `Without a key, track_order reads an order by its code and email, and the buyer sees all orders at ${baseUrl}/account.`
    case 'generate_model':
    case 'get_generation':
      return `Without a key, the buyer can have a model made at ${baseUrl}/generate.`
    default:
      return `Without a key, give the buyer this page, which shows the part and its price and takes the order: ${quotePageUrl(baseUrl, isFields(args) ? args : {})}`
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type TakenSlot = { readonly slot: RateSlot; readonly at: number }

/** The seconds that are left of a window are rounded up, and giving back takes a moment. */
const windowMarginSeconds = 2

/** One run of a tool, and its context. Most tools return at once, so what only slow ones need is created on first use. */
class ToolRun implements ToolContext {
  #notes: Map<string, string> | undefined
  #mayHaveSpent = false
  #abort: AbortController | undefined
  readonly #call: ToolCall
  readonly #timeoutMs: number
  readonly #endsAt: number

  readonly #slots: readonly TakenSlot[]

  constructor(call: ToolCall, slots: readonly TakenSlot[]) {
    this.#call = call
    this.#slots = slots
    this.#timeoutMs = Math.min(call.tool.timeoutMs, call.timeLeftMs)
    this.#endsAt = performance.now() + this.#timeoutMs
  }

  get deps(): ToolDeps {
    return this.#call.deps
  }

  get caller(): Caller {
    return this.#call.caller
  }

  get capabilities(): Fields {
    return this.#call.capabilities
  }

  // This and `markSpending` are getters, not methods, so that a tool may take the function off its context.
  get timeLeftMs(): () => number {
    return () => Math.max(0, this.#endsAt - performance.now())
  }

  get wantsPictures(): boolean {
    return this.#call.request.headers.get(picturesHeader)?.trim().toLowerCase() !== 'off'
  }

  get markSpending(): () => void {
    return () => {
      this.#mayHaveSpent = true
    }
  }

  get returnAllowances(): () => Promise<void> {
    return async () => {
      const { deps, caller } = this.#call
      for (const { slot, at } of this.#slots) {
        const endsAt = at + ((slot?.resetSeconds ?? 0) - windowMarginSeconds) * 1000
        // In the next window it would give back another call's slot.
        if (slot !== null && performance.now() < endsAt) {
          await returnAllowance(deps, slot.scope, caller)
        }
      }
    }
  }

  get progressNotes(): Map<string, string> {
    this.#notes ??= new Map()
    return this.#notes
  }

  get signal(): AbortSignal {
    const { tool, request } = this.#call
    this.#abort ??= new AbortController()
    const own = this.#abort.signal
    // A caller who hangs up during a charge still gets the order.
    return tool.cost === 'free' ? AbortSignal.any([own, request.signal]) : own
  }

  /** The outcome of `work`, or the tool's timeout outcome. Rejects as `work` does. */
  async withTimeout(work: Promise<ToolOutcome>): Promise<ToolOutcome> {
    const timeout = Promise.withResolvers<ToolOutcome>()
    const timer = setTimeout(() => {
      timeout.resolve(this.#call.tool.timedOut(this.progressNotes))
      this.#timedOut(work)
    }, this.#timeoutMs)
    try {
      return await Promise.race([work, timeout.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  #timedOut(work: Promise<ToolOutcome>): void {
    const { deps, tool } = this.#call
    const { name } = tool.definition
    this.#call.onBroken()
    deps.log.warn('mcp.tool_timed_out', { tool: name })
    this.#abort?.abort(new DOMException('The tool took too long.', 'TimeoutError'))
    // The work goes on unobserved. A failure after the abort is expected, unless the tool spends.
    work.catch((error) => {
      if (tool.cost !== 'free') deps.log.error('mcp.tool_failed', { tool: name, error })
    })
  }

  /** A tool that failed after it began to spend has an unknown result, so its outcome is that of a timeout. */
  outcomeOfFailure(error: unknown): ToolOutcome {
    const { deps, tool, request } = this.#call
    const { name } = tool.definition
    if (tool.cost === 'free' && request.signal.aborted) {
      return refused('The caller hung up.', 'caller_gone')
    }
    if (error instanceof AccountClosed) return refused(accountDeleted, 'account_deleted')
    this.#call.onBroken()
    deps.log.error('mcp.tool_failed', { tool: name, error })
    if (this.#mayHaveSpent) return tool.timedOut(this.progressNotes)
    return refused(
      `Something broke on our side during ${name}. It was logged and nothing was charged; try again shortly.`,
      'tool_failed',
    )
  }
}
