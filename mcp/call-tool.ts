// Runs a tool: key, allowances, arguments, timeout. Turns every failure into a sentence for the caller.
import { peek } from 'bun'
import { AccountClosed } from '../server/domain/accounts/ports.ts'
import type { Caller } from '../server/domain/base/caller.ts'
import { consumeAllowance, returnAllowance } from '../server/domain/limits/consume-allowance.ts'
import type { RateSlot } from '../server/domain/limits/consume-rate-limit.ts'
import { accountDeleted } from './account-deleted.ts'
import { refuseOverAllowance } from './allowance.ts'
import { quotePageUrl } from './buy-page.ts'
import { type Fields, picturesHeader, refuse, type ToolOutcome } from './content.ts'
import type { ToolDeps } from './deps.ts'
import type { Tool, ToolContext } from './registry.ts'

export type ToolCall = {
  readonly deps: ToolDeps
  readonly tool: Tool
  readonly caller: Caller
  readonly args: unknown
  readonly capabilities: Fields
  /** Its signal is aborted when the caller disconnects. */
  readonly request: Request
  /** Called when the tool broke or timed out, because the caller only receives a sentence. */
  readonly onBroken: () => void
  /** Remaining time of the route's timeout, in milliseconds. */
  readonly timeLeftMs: number
}

/** Calls a tool. Never rejects. */
export async function callTool(call: ToolCall): Promise<ToolOutcome> {
  const { deps, tool, caller, args } = call
  if (tool.auth === 'apiKey' && caller.kind !== 'account') {
    return apiKeyRequired(deps, tool.definition.name, args)
  }
  // A refusal ends the loop, so later allowances are not counted.
  const slots: TakenSlot[] = []
  for (const allowance of tool.allowances) {
    const consumed = await consumeAllowance(deps, allowance, caller)
    if (!consumed.ok) return refuseOverAllowance(consumed.failure, allowance)
    slots.push({ slot: consumed.value, at: performance.now() })
  }
  const run = new ToolRun(call, slots)
  try {
    const work = tool.call(run, args)
    // A tool that only computes has already finished and needs no timer.
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
  return refuse(
    `${name} needs an API key, and this request has none that is valid. Issue one at ${baseUrl}/account once a card is on ` +
      `file, and send it as "Authorization: Bearer <API_KEY>". ${wayWithoutKey(name, args, baseUrl)}`,
    'api_key_required',
  )
}

/** Returns advice for a caller without a key, or for its user (decisions.md 59). */
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

/** Safety margin, because the remaining seconds of a window are rounded up and returning a slot takes time. */
const windowMarginSeconds = 2

/**
 * A run of a tool, and its context. Most tools return immediately, so anything that only slow ones need is created on
 * first use.
 */
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

  // This and `markSpending` are getters instead of methods, so that a tool may destructure its context.
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
        // In the next window, this would release the slot of another call.
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
    // A caller who disconnects during a charge still gets the order.
    return tool.cost === 'free' ? AbortSignal.any([own, request.signal]) : own
  }

  /** Returns the outcome of `work`, or the tool's timeout outcome. Rejects if `work` does. */
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
    // The work continues unobserved. A failure after the abort is expected, unless the tool spends.
    work.catch((error) => {
      if (tool.cost !== 'free') deps.log.error('mcp.tool_failed', { tool: name, error })
    })
  }

  /**
   * Returns the outcome of a failure. A tool that failed after it began to spend has an unknown result, so the failure
   * is treated as a timeout.
   */
  outcomeOfFailure(error: unknown): ToolOutcome {
    const { deps, tool, request } = this.#call
    const { name } = tool.definition
    if (tool.cost === 'free' && request.signal.aborted) {
      return refuse('The caller hung up.', 'caller_gone')
    }
    if (error instanceof AccountClosed) return refuse(accountDeleted, 'account_deleted')
    this.#call.onBroken()
    deps.log.error('mcp.tool_failed', { tool: name, error })
    if (this.#mayHaveSpent) return tool.timedOut(this.progressNotes)
    return refuse(
      `Something broke on our side during ${name}. It was logged and nothing was charged; try again shortly.`,
      'tool_failed',
    )
  }
}
