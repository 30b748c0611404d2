// Type of a tool, and how to define one. The service's tools are in tools/, one file each, created by `defineTool`.
// tools/list.ts exports them in a fixed order as `agentTools`. The protocol layer accepts any such list.

import * as v from 'valibot'
import type { AccountCaller, Caller } from '../server/domain/base/caller.ts'
import { perTerms } from '../server/domain/catalog/terms.ts'
import type { LimitScope } from '../server/domain/limits/table.ts'
import { jsonWithPriceWords } from '../server/domain/pricing/price-words.ts'
import { type ArgumentEntries, readArguments } from './arguments.ts'
import { type Fields, refuse, type ToolOutcome } from './content.ts'
import type { ToolDeps } from './deps.ts'
import { describeSchema, type ObjectSchema } from './schema.ts'

export type ToolCost = 'free' | 'credits' | 'money'
export type ToolAuth = 'public' | 'apiKey'

/** All four are required, because the specification's defaults for missing hints are rarely correct. */
export type ToolAnnotations = {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

export type ToolContext<C extends Caller = Caller> = {
  readonly deps: ToolDeps
  /** Always an account for tools with auth `apiKey`. */
  readonly caller: C
  /**
   * Aborted on timeout or, for free tools, when the caller disconnects. A tool that has begun to spend may continue,
   * because its caller was told that the result is unconfirmed.
   */
  readonly signal: AbortSignal
  /** Returns the milliseconds until the tool's timeout. */
  readonly timeLeftMs: () => number
  /** Capabilities that the client declared. {} in legacy eras. */
  readonly capabilities: Fields
  /** false if the request's header says that the client accepts no image blocks. */
  readonly wantsPictures: boolean
  /** Spending tools call this right before the first step that may spend. An earlier failure has charged nothing. */
  readonly markSpending: () => void
  /** Restores the allowances of a call that does not count. Does nothing after their window has ended. */
  readonly returnAllowances: () => Promise<void>
  /** Results so far for `timedOut`, such as a job id or an order code. */
  readonly progressNotes: Map<string, string>
}

/** Definition that tools/list shows, with the prices of the current terms. */
export type ToolDefinition = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly annotations: ToolAnnotations
  readonly _meta: { readonly 'com.svc/cost': ToolCost; readonly 'com.svc/auth': ToolAuth }
}

/** Tool as the protocol layer runs it. */
export type Tool = {
  readonly definition: ToolDefinition
  readonly cost: ToolCost
  readonly auth: ToolAuth
  readonly allowances: readonly LimitScope[]
  readonly timeoutMs: number
  /** Validates the arguments, then runs the tool. The caller is an account if `auth` is `apiKey`. */
  readonly call: (context: ToolContext, args: unknown) => Promise<ToolOutcome>
  readonly timedOut: (progressNotes: ReadonlyMap<string, string>) => ToolOutcome
}

/** Throws only on a bug or an infrastructure failure. */
type Run<
  By extends Caller,
  In extends ArgumentEntries,
  Out extends v.GenericSchema<Fields> | undefined,
> = (
  context: ToolContext<By>,
  args: v.InferOutput<v.StrictObjectSchema<In, undefined>>,
) => Promise<OutcomeOf<Out>>

export type ToolParts<
  In extends ArgumentEntries,
  Out extends v.GenericSchema<Fields> | undefined,
> = {
  readonly name: string
  readonly title: string
  /** Effect and cost of the tool, when to use another tool, and what to do on failure. */
  readonly description: string
  /**
   * Each argument has a `v.description`. Unknown arguments are refused by name. A schema's message replaces the default
   * one.
   */
  readonly arguments: In
  /** Schema of the result's fields: published as outputSchema, and the type that `run` must return. */
  readonly output?: Out
  readonly annotations: ToolAnnotations
  readonly cost: ToolCost
  /**
   * Allowances that a call consumes in addition to the endpoint's: `agentToolAllowances` of
   * server/domain/limits/table.ts.
   */
  readonly allowances: readonly LimitScope[]
  readonly timeoutMs: number
  /**
   * Outcome on timeout. Required for spending tools: their result is then unconfirmed, as it is if they fail after they
   * began to spend. The default says "try again".
   */
  readonly timedOut?: (progressNotes: ReadonlyMap<string, string>) => ToolOutcome
} & (
  | { readonly auth: 'apiKey'; readonly run: Run<AccountCaller, In, Out> }
  | { readonly auth: 'public'; readonly run: Run<Caller, In, Out> }
)

type OutcomeOf<Out> = ToolOutcome<Out extends v.GenericSchema<infer F extends Fields> ? F : Fields>

export function defineTool<
  const In extends ArgumentEntries,
  Out extends v.GenericSchema<Fields> | undefined = undefined,
>(parts: ToolParts<In, Out>): Tool {
  const { name, title, description, annotations, cost, auth, allowances, timeoutMs, output } = parts
  const schema = v.strictObject(parts.arguments)
  if (cost !== 'free' && parts.timedOut === undefined) {
    throw new Error(`${name} spends, so it must define timedOut`)
  }
  const described: ToolDefinition = {
    name,
    title,
    description,
    inputSchema: describeSchema(schema, 'input'),
    ...(output === undefined ? {} : { outputSchema: describeSchema(output, 'output') }),
    annotations,
    _meta: { 'com.svc/cost': cost, 'com.svc/auth': auth },
  }
  const definition = perTerms(() => jsonWithPriceWords(described))
  return {
    get definition() {
      return definition()
    },
    cost,
    auth,
    allowances,
    timeoutMs,
    call: (context, args) => {
      const read = readArguments(name, schema, args)
      if (!read.ok) return Promise.resolve(refuse(read.failure, 'arguments_invalid'))
      if (parts.auth === 'public') return parts.run(context, read.value)
      // The protocol layer has checked the key.
      if (!hasAccount(context)) throw new Error('an account tool was called without an account')
      return parts.run(context, read.value)
    },
    timedOut: parts.timedOut ?? (() => tryAgain(name, timeoutMs)),
  }
}

const hasAccount = (context: ToolContext): context is ToolContext<AccountCaller> =>
  context.caller.kind === 'account'

function tryAgain(name: string, timeoutMs: number): ToolOutcome {
  const seconds = timeoutMs / 1000
  return refuse(
    `${name} did not finish within ${seconds} seconds. Nothing was charged and nothing was kept: it is safe to call it again.`,
    'tool_timed_out',
  )
}

/** Tools by name, in the order of tools/list. */
export type Registry = {
  readonly tools: readonly Tool[]
  readonly find: (name: string) => Tool | undefined
}

export function createRegistry(tools: readonly Tool[]): Registry {
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]))
  if (byName.size !== tools.length) throw new Error('two tools have the same name')
  return { tools, find: (name) => byName.get(name) }
}
