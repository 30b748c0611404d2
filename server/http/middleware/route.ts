// Routes as objects. Each route declares its method, path, access, body, responses and refusals once, for both the
// router and the document.
import type * as v from 'valibot'
import { closedAccountFailure } from '../../domain/accounts/closed-account.ts'
import { AccountClosed } from '../../domain/accounts/ports.ts'
import { fail, type Result } from '../../domain/base/result.ts'
import type { Body, Receive } from '../contract/body.ts'
import type { Contract, Description, Method, ResponseSpec } from '../contract/contract.ts'
import type { JsonOf } from '../contract/schemas.ts'
import type { Failure } from '../refusals/failure.ts'
import { failureToResponse } from '../refusals/refusal-of.ts'
import { conditionalJson } from '../responses/etags.ts'
import { rateLimitHeaders } from '../responses/rate-limit-headers.ts'
import type { Access } from './access.ts'
import type { HttpContext } from './context.ts'
import { deprecationHeaders } from './deprecation.ts'

/** Request as read by the router. */
export type RoutedRequest = {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | undefined>>
}

/** Route that can be mounted with any context that includes `C`. */
export type Route<C> = {
  readonly method: Method | 'ALL'
  readonly path: string
  /** null for a page or one of its files, which the document omits. */
  readonly contract: Contract | null
  /**
   * Whether pages of other origins may call a route that the document omits. For other routes, the contract decides.
   */
  readonly crossOrigin?: boolean
  readonly respond: (context: C, received: RoutedRequest) => Response | Promise<Response>
  /** Mounted instead of `respond` on paths that serve tens of thousands of requests per second. */
  readonly direct?: (request: Request, context: C) => Response | Promise<Response>
}

/** Body with a status or headers that differ from the route's first response. */
export class Reply<Body> {
  readonly body: Body
  readonly init: ReplyInit

  constructor(body: Body, init: ReplyInit) {
    this.body = body
    this.init = init
  }
}

/** Repeated response: the JSON that an earlier request of the route stored, and headers. */
export class StoredReply {
  readonly stored: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(stored: unknown, headers: StoredReply['headers']) {
    this.stored = stored
    this.headers = headers
  }
}

type ReplyInit = { readonly status?: number; readonly headers?: Record<string, string> }

/** Result of a handler: JSON that matches the schema, another response such as a file, or a refusal. */
export type HandlerResult<S extends v.GenericSchema> = Promise<
  Result<JsonOf<S> | Reply<JsonOf<S>> | StoredReply | Response, Failure>
>

/** Input of a handler. `Names` are the path parameters. */
export type Input<Caller, Names extends string = never, Parsed = undefined> = {
  readonly request: Request
  readonly params: Readonly<Record<Names, string>>
  readonly query: RoutedRequest['query']
  readonly caller: Caller
  /** Body as the route declares it. */
  readonly body: Parsed
}

/** Returns the parameters of a path that the router matched, so they are present. */
export const paramsOf = <Path extends string>(
  params: RoutedRequest['params'],
): Record<NamesIn<Path>, string> => params as Record<NamesIn<Path>, string>

/** Path parameters: `code` for `/orders/:code`. */
export type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never

type Spec<Caller, Path extends string, S extends v.GenericSchema, C, Parsed> = Description & {
  readonly path: Path
  readonly access: Access<Caller, NoInfer<C>>
  readonly response: ResponseSpec<S>
  readonly otherResponses?: readonly ResponseSpec[]
  /** Pass a named function, so that stack traces identify the route. */
  readonly handler: (
    context: C,
    input: Input<Caller, NamesIn<Path>, NoInfer<Parsed>>,
  ) => HandlerResult<NoInfer<S>>
}

type SpecWithBody<Caller, Path extends string, S extends v.GenericSchema, C, Parsed> = Spec<
  Caller,
  Path,
  S,
  C,
  Parsed
> & { readonly body: Body<Parsed, NoInfer<C>, NoInfer<Caller>> }

type SpecWithoutBody<Caller, Path extends string, S extends v.GenericSchema, C> = Spec<
  Caller,
  Path,
  S,
  C,
  undefined
> & { readonly body?: undefined }

/**
 * Builds an API route. Admits the caller before it reads the body, and runs the handler only if the body matches its
 * schema.
 */
export function route<
  Caller,
  const Path extends string,
  S extends v.GenericSchema,
  C = HttpContext,
  Parsed = never,
>(spec: SpecWithBody<Caller, Path, S, C, Parsed>): Route<C>
export function route<
  Caller,
  const Path extends string,
  S extends v.GenericSchema,
  C = HttpContext,
>(spec: SpecWithoutBody<Caller, Path, S, C>): Route<C>
export function route<Caller, Path extends string, S extends v.GenericSchema, C, Parsed>(
  spec: SpecWithBody<Caller, Path, S, C, Parsed> | SpecWithoutBody<Caller, Path, S, C>,
): Route<C> {
  return spec.body === undefined
    ? routeOf(spec, { refusals: [], receive: receiveNothing })
    : routeOf(spec, spec.body)
}

/** How a route reads its body. */
type Reading<Parsed, C, Caller> = Pick<Body<Parsed, C, Caller>, 'refusals' | 'receive'>

const receiveNothing: Receive<undefined, unknown, unknown> = (_request, _by, use) => use(undefined)

function routeOf<Caller, Path extends string, S extends v.GenericSchema, C, Parsed>(
  spec: Spec<Caller, Path, S, C, Parsed>,
  reading: Reading<Parsed, C, Caller>,
): Route<C> {
  const { access, response: responseSpec, otherResponses = [], refusals = [], ...rest } = spec
  const { handler, ...description } = rest
  const { deprecated, conditional = false } = description
  const sending = { conditional, status: responseSpec.status ?? 200 }
  const always = deprecated === undefined ? null : deprecationHeaders(deprecated)
  return {
    method: description.method,
    path: description.path,
    contract: {
      ...description,
      credentials: access.credentials,
      ...(access.limits && { limits: access.limits }),
      responses: [responseSpec, ...otherResponses],
      refusals: [...access.refusals, ...reading.refusals, ...refusals],
    },
    respond: async (context, { request, params, query }) => {
      const admitted = await access.admit(context, request)
      if (!admitted.ok) return withHeaders(failureToResponse(admitted.failure), always)
      const { value: caller } = admitted
      const handle = (parsedBody: Parsed) =>
        handler(context, {
          request,
          params: paramsOf<Path>(params),
          query,
          caller,
          body: parsedBody,
        })
      const handled = await refuseClosedAccount(access, () =>
        reading.receive(request, { context, caller }, handle),
      )
      const response = responseTo(handled, request, sending)
      const { slot = null } = admitted
      // Skipped when the handler's refusal already states the limit that the caller has to wait for.
      if (slot !== null && !response.headers.has('ratelimit')) {
        withHeaders(response, rateLimitHeaders(slot))
      }
      return withHeaders(response, always)
    },
  }
}

/** Refuses a caller whose account was deleted during the handler like a caller without credentials. */
async function refuseClosedAccount<Value>(
  { refusals }: Pick<Access<unknown>, 'refusals'>,
  handle: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure>> {
  try {
    return await handle()
  } catch (error) {
    if (!(error instanceof AccountClosed)) throw error
    const isOfKey = refusals.some(({ kind }) => kind === 'api_key_required')
    return fail(closedAccountFailure({ isOfKey }))
  }
}

/** Returns the handler's response, its JSON, or the refusal's sentence. */
function responseTo(
  handled: Result<unknown, Failure>,
  request: Request,
  { conditional, status }: { readonly conditional: boolean; readonly status: number },
): Response {
  if (!handled.ok) return failureToResponse(handled.failure)
  const { value } = handled
  if (value instanceof Response) return value
  if (value instanceof StoredReply) {
    return Response.json(value.stored, { status, headers: value.headers })
  }
  if (value instanceof Reply) return Response.json(value.body, { status, ...value.init })
  return conditional ? conditionalJson(request, value) : Response.json(value, { status })
}

function withHeaders(
  response: Response,
  headers: Readonly<Record<string, string>> | null,
): Response {
  if (headers === null) return response
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

type DirectSpec<C> = Omit<Contract, 'credentials'> & {
  readonly handler: (request: Request, context: C) => Response | Promise<Response>
}

/**
 * Builds a route without a caller whose handler returns the response, for tens of thousands of requests per second.
 */
export function directRoute<C = unknown>({ handler, ...contract }: DirectSpec<C>): Route<C> {
  return {
    method: contract.method,
    path: contract.path,
    contract: { ...contract, credentials: [], hot: true },
    respond: (context, { request }) => handler(request, context),
    direct: handler,
  }
}
