// Runs one tool: key, allowances, arguments, time. Whatever goes wrong inside becomes a sentence.
import type { Caller } from '../server/domain/base/caller.ts'
import { toolAllowanceRefusal } from './allowance.ts'
import { type Fields, refused, type ToolOutcome } from './content.ts'
import type { ToolDeps } from './deps.ts'
import type { Tool, ToolContext } from './registry.ts'

export type ToolCall = {
  readonly deps: ToolDeps
  readonly tool: Tool
  readonly caller: Caller
  readonly args: unknown
  readonly capabilities: Fields
  /** For whether the caller still waits. */
  readonly request: Request
  /** What is left of the whole request's time. */
  readonly timeLeftMs: number
}

/** Never rejects; a promise only where something has to be waited for. */
export function callTool(call: ToolCall): ToolOutcome | Promise<ToolOutcome> {
  const { deps, tool, caller } = call
  if (tool.auth === 'apiKey' && caller.kind !== 'account') {
    return keyNeeded(deps, tool.definition.name)
  }
  const refusal = toolAllowanceRefusal(deps, tool.scopes, caller)
  if (refusal instanceof Promise) return refusal.then((said) => said ?? runTool(call))
  return refusal ?? runTool(call)
}

function runTool(call: ToolCall): ToolOutcome | Promise<ToolOutcome> {
  const run = new Run(call)
  try {
    const outcome = call.tool.call(run, call.args)
    if (!(outcome instanceof Promise)) return outcome
    return run.inTime(outcome).catch((error) => run.broken(error))
  } catch (error) {
    return run.broken(error)
  }
}

function keyNeeded({ baseUrl }: ToolDeps, name: string): ToolOutcome {
  return refused(
    `${name} needs an API key, and this request has none that is valid. Issue one at ${baseUrl}/account once a card is on ` +
      'file, and send it as "Authorization: Bearer <API_KEY>".',
  )
}

/** One run of a tool, and its context. Most tools answer at once: what only slow ones need is made when it is asked for. */
class Run implements ToolContext {
  #notes: Map<string, string> | undefined
  #mayHaveSpent = false
  #abort: AbortController | undefined
  readonly #call: ToolCall

  constructor(call: ToolCall) {
    this.#call = call
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

  get markSpending(): () => void {
    return () => {
      this.#mayHaveSpent = true
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
    // Who hangs up during a charge still gets the order.
    return tool.cost === 'free' ? AbortSignal.any([own, request.signal]) : own
  }

  /** The tool's outcome, or what it says about a timeout. */
  async inTime(work: Promise<ToolOutcome>): Promise<ToolOutcome> {
    const { tool, timeLeftMs } = this.#call
    const limitMs = Math.min(tool.timeoutMs, timeLeftMs)
    const late = Promise.withResolvers<ToolOutcome>()
    const timer = setTimeout(() => {
      late.resolve(tool.timedOut(this.progressNotes))
      this.#timedOut(work)
    }, limitMs)
    try {
      return await Promise.race([work, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  #timedOut(work: Promise<ToolOutcome>): void {
    const { deps, tool } = this.#call
    const { name } = tool.definition
    deps.log.warn('mcp.tool_timed_out', { tool: name })
    this.#abort?.abort(new DOMException('The tool took too long.', 'TimeoutError'))
    // Nobody waits for it any more. A failure after the abort is what the abort was for, unless the tool spends.
    work.catch((error) => {
      if (tool.cost !== 'free') deps.log.error('mcp.tool_broken', { tool: name, error })
    })
  }

  /** What a tool did that broke while it spent is not known: that is what its timeout says as well. */
  broken(error: unknown): ToolOutcome {
    const { deps, tool, request } = this.#call
    const { name } = tool.definition
    if (tool.cost === 'free' && request.signal.aborted) return refused('The caller hung up.')
    deps.log.error('mcp.tool_broken', { tool: name, error })
    if (this.#mayHaveSpent) return tool.timedOut(this.progressNotes)
    return refused(
      `Something broke on our side during ${name}. It was logged and nothing was charged; try again shortly.`,
    )
  }
}
