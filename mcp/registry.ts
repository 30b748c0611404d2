// What a tool is, and how to define one. The tools of the service are in tools/, one file each, made by `defineTool`;
// tools/list.ts exports them in their fixed order as `agentTools`. The protocol layer accepts any such list.

import * as v from 'valibot'
import type { AccountCaller, Caller } from '../server/domain/base/caller.ts'
import type { LimitScope } from '../server/domain/limits/table.ts'
import { type ArgumentEntries, readArguments } from './arguments.ts'
import { type Fields, refused, type ToolOutcome } from './content.ts'
import type { ToolDeps } from './deps.ts'
import { describeSchema, type ObjectSchema } from './schema.ts'

export type ToolCost = 'free' | 'credits' | 'money'
export type ToolAuth = 'public' | 'apiKey'

/** All four are required: the defaults that the specification sets for missing hints are rarely right. */
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
   * Aborted on timeout or, for free tools, when the caller hangs up. A spending tool that has begun to spend may go on: its
   * caller has been informed that the result is unconfirmed.
   */
  readonly signal: AbortSignal
  /** Milliseconds until the tool's timeout. */
  readonly timeLeftMs: () => number
  /** The capabilities that the client declared; {} in legacy eras. */
  readonly capabilities: Fields
  /** false when the request's header says that its client takes no image blocks. */
  readonly wantsPictures: boolean
  /** For tools that spend: to be called right before the first step that may spend. An earlier failure has charged nothing. */
  readonly markSpending: () => void
  /** Gives back the allowances of this call, for one that does not count. Does nothing once their window has ended. */
  readonly returnAllowances: () => Promise<void>
  /** What a run knows so far, for `timedOut`: a job id, an order code. */
  readonly progressNotes: Map<string, string>
}

/** The definition that tools/list shows. */
export type ToolDefinition = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema?: ObjectSchema
  readonly annotations: ToolAnnotations
  readonly _meta: { readonly 'com.svc/cost': ToolCost; readonly 'com.svc/auth': ToolAuth }
}

/** A tool as the protocol layer runs it. */
export type Tool = {
  readonly definition: ToolDefinition
  readonly cost: ToolCost
  readonly auth: ToolAuth
  readonly scopes: readonly LimitScope[]
  readonly timeoutMs: number
  /** Checks the arguments, then runs. The caller is an account if `auth` says `apiKey`. */
  readonly call: (context: ToolContext, args: unknown) => Promise<ToolOutcome>
  readonly timedOut: (progressNotes: ReadonlyMap<string, string>) => ToolOutcome
}

type CallerOf<A extends ToolAuth> = A extends 'apiKey' ? AccountCaller : Caller

export type ToolParts<
  A extends ToolAuth,
  In extends ArgumentEntries,
  Out extends v.GenericSchema<Fields> | undefined,
> = {
  readonly name: string
  readonly title: string
  /** What it does, what it costs, when to use another tool, what to do on failure. */
  readonly description: string
  /** Each argument with a `v.description`. Unknown arguments are refused by name; a schema's own message replaces ours. */
  readonly arguments: In
  /** Schema of the result's fields: published as outputSchema, and the type that `run` must return. */
  readonly output?: Out
  readonly annotations: ToolAnnotations
  readonly cost: ToolCost
  readonly auth: A
  /** The allowances that a call consumes in addition to the endpoint's: `agentToolScopes` of server/domain/limits/table.ts. */
  readonly scopes: readonly LimitScope[]
  readonly timeoutMs: number
  /** Throws only on a bug or an infrastructure failure. */
  readonly run: (
    context: ToolContext<CallerOf<A>>,
    args: v.InferOutput<v.StrictObjectSchema<In, undefined>>,
  ) => Promise<OutcomeOf<Out>>
  /**
   * The outcome on timeout. Required for tools that spend: their result is then unconfirmed, as when they fail after they
   * began to spend. The default says "try again".
   */
  readonly timedOut?: (progressNotes: ReadonlyMap<string, string>) => ToolOutcome
}

type OutcomeOf<Out> = ToolOutcome<Out extends v.GenericSchema<infer F extends Fields> ? F : Fields>

export function defineTool<
  const A extends ToolAuth,
  const In extends ArgumentEntries,
  Out extends v.GenericSchema<Fields> | undefined = undefined,
>(parts: ToolParts<A, In, Out>): Tool {
  const { name, title, description, annotations, cost, auth, scopes, timeoutMs, output } = parts
  const schema = v.strictObject(parts.arguments)
  if (cost !== 'free' && parts.timedOut === undefined) {
    throw new Error(`${name} spends, so it must define timedOut`)
  }
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: describeSchema(schema, 'input'),
      ...(output === undefined ? {} : { outputSchema: describeSchema(output, 'output') }),
      annotations,
      _meta: { 'com.svc/cost': cost, 'com.svc/auth': auth },
    },
    cost,
    auth,
    scopes,
    timeoutMs,
    call: (context, args) => {
      const read = readArguments(name, schema, args)
      if (!read.ok) return Promise.resolve(refused(read.failure, 'arguments_invalid'))
      return parts.run(withCaller(context, auth), read.value)
    },
    timedOut: parts.timedOut ?? (() => tryAgain(name, timeoutMs)),
  }
}

/** The protocol layer has checked the key, so an account tool called without an account is a bug. */
function withCaller<A extends ToolAuth>(context: ToolContext, auth: A): ToolContext<CallerOf<A>> {
  if (auth === 'apiKey' && context.caller.kind !== 'account') {
    throw new Error('an account tool was called without an account')
  }
  return context as ToolContext<CallerOf<A>>
}

function tryAgain(name: string, timeoutMs: number): ToolOutcome {
  const seconds = timeoutMs / 1000
  return refused(
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
