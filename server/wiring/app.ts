// Mounts every route on one Elysia instance with one error handler. It contains no product rules.

import { Elysia } from 'elysia'
import { createMcpHandler } from '../../mcp/handler.ts'
import type { ObserveTool } from '../../mcp/methods.ts'
import { createRegistry, type Tool } from '../../mcp/registry.ts'
import {
  type AgentDocuments,
  agentDocuments,
  cardType,
  catalogType,
} from '../../mcp/server-card.ts'
import { serverInfoAt, serverInstructions } from '../../mcp/server-info.ts'
import type { RequestObserver } from '../adapters/observability/request-observer.ts'
import type { AccountId } from '../domain/base/caller.ts'
import { errorCodeHeader } from '../domain/errors/catalog.ts'
import { createSeenCodes } from '../domain/limits/seen-codes.ts'
import type { TermsSchedule } from '../domain/terms/schedule.ts'
import { createAuthGate } from '../http/auth/auth-gate.ts'
import { createPasswordGate, type PasswordGate } from '../http/auth/password-gate.ts'
import { docsPages } from '../http/docs/pages.ts'
import { openDocsSite } from '../http/docs/site.ts'
import { createChangeWaits } from '../http/live/change-waits.ts'
import { createDeskLive } from '../http/live-pages/desk-live.ts'
import { createModelLive } from '../http/live-pages/model-live.ts'
import { createOrderLive, createOrderMarks } from '../http/live-pages/order-live.ts'
import type { HealthContext, Readiness } from '../http/live-pages/readiness.ts'
import { createAdmission } from '../http/middleware/admission.ts'
import { findOwner } from '../http/middleware/authenticate.ts'
import { limitCodeGuesses } from '../http/middleware/code-guesses.ts'
import type { HttpContext } from '../http/middleware/context.ts'
import { createCrossOrigin } from '../http/middleware/cross-origin.ts'
import { finishResponses } from '../http/middleware/finish-responses.ts'
import { isHot } from '../http/middleware/hot-paths.ts'
import { createMethodsOf, refuseMethod } from '../http/middleware/methods.ts'
import { mountRoutes } from '../http/middleware/mount-routes.ts'
import {
  observeRequests,
  type RequestLog,
  type RequestObservers,
} from '../http/middleware/observe-requests.ts'
import { createRouteOf } from '../http/middleware/route-of.ts'
import { docsRoutes, makeDocuments } from '../http/openapi/docs.ts'
import { buildDocument } from '../http/openapi/document.ts'
import { llmsText } from '../http/openapi/llms-text.ts'
import { isAgentEndpoint, pathOf, toRoutable } from '../http/requests/paths.ts'
import {
  internalError,
  isReadablePath,
  notFound,
  pricesUnread,
  refuseLongAddress,
  tooManyWait,
} from '../http/responses/fallback-responses.ts'
import { routes } from '../http/routes/routes.ts'
import { publicDocument } from '../http/routes/service/agent-card.ts'
import { agentOptions } from '../http/routes/service/agent-endpoint.ts'
import { apiCatalog, apiCatalogType } from '../http/routes/service/api-catalog.ts'
import { healthRoutes } from '../http/routes/service/health.ts'
import { metricsRoute } from '../http/routes/service/metrics.ts'
import { ucpProfile } from '../http/routes/ucp/profile.ts'
import { type LegalTexts, legalTextsFor } from '../pages/legal/legal-texts.ts'
import type { Deps } from './deps.ts'
import { asCaller, currentProgram, noteToolCall } from './geometry/geometry-callers.ts'
import { byTerms } from './terms/terms-in-force.ts'
import { waitForTerms } from './terms/wait-for-terms.ts'

export type AppParts = {
  readonly http: Omit<HttpContext, 'clientAddress'> & { readonly deps: Deps }
  readonly readiness: Readiness
  /** Responds to everything under /api/auth. */
  readonly authHandler: (request: Request) => Promise<Response>
  /** Returns the address that a request came from, if known. */
  readonly clientAddress: (request: Request) => string
  /** Defaults to a new one. */
  readonly passwordGate?: PasswordGate
  /** Minimum time of a call that sends a code. Defaults to the auth gate's pause. */
  readonly codePause?: () => Promise<void>
  /** The operator's texts. Defaults to the built-in ones. */
  readonly legalTexts?: LegalTexts
  /** Browser origins that may use the agent endpoint, in addition to the service's own. */
  readonly agentOrigins?: readonly string[]
  readonly agentTools?: readonly Tool[]
  /** Writes a line for each request. Defaults to none. */
  readonly requestLog?: RequestLog
  /** Continues the callers' traces. If absent, traces are only logged. */
  readonly withTrace?: RequestObservers['withTrace']
  /** Counts requests and tool calls. Without it, there is no /metrics. */
  readonly metrics?: {
    readonly requests: RequestObserver
    readonly observeTool: ObserveTool
    readonly text: () => Promise<string>
  }
}

export type App = {
  readonly handle: (request: Request) => Response | Promise<Response>
  /** The mounted routes, in order of mounting. `page` marks routes for browsers, which are not in the API's document. */
  readonly routes: readonly { readonly method: string; readonly path: string; page: boolean }[]
  /** Ends the event streams, which last as long as their pages are open. Later streams are rejected. */
  readonly endStreams: () => void
  readonly streamListeners: () => number
}

/** Builds the app. Route tests call it directly: `app.handle(new Request('http://localhost/...'))`. */
export function buildApp(parts: AppParts): App {
  const http = httpOf(parts)
  const { context, streams } = contextOf(parts, http)
  const mounted = mountAll(parts, context)
  const handle = handlerOf(parts, { ...mounted, ...context })
  return {
    handle,
    routes: mounted.app.routes.map(({ method, path, hooks }) => ({
      method,
      path,
      page: hooks?.detail?.hide === true,
    })),
    ...streams,
  }
}

function httpOf({ http, clientAddress }: AppParts) {
  const admission = createAdmission()
  return {
    ...http,
    authenticate: admission.noting(http.authenticate),
    clientAddress,
    takeTurn: (request: Request) => admission.admit(request, () => clientAddress(request)),
  }
}

type AppHttp = ReturnType<typeof httpOf>

/** Makes what the routes use, and ends or counts the event streams of their pages. */
function contextOf(parts: AppParts, http: AppHttp) {
  const { readiness, authHandler, clientAddress, passwordGate = createPasswordGate() } = parts
  const { deps } = http
  const { baseUrl } = deps
  const authGate = createAuthGate({
    deps,
    handler: authHandler,
    clientAddress,
    passwordGate,
    ...(parts.codePause && { codePause: parts.codePause }),
  })
  const agentDocument = (name: keyof AgentDocuments) => () => agentDocuments(baseUrl)[name]
  const live = createDeskLive({ deps, readiness })
  const orderMark = createOrderMarks(deps)
  const orderLive = createOrderLive(deps, orderMark)
  const orderWaits = createChangeWaits({ markOf: orderMark })
  const modelLive = createModelLive(deps)
  const hubs = [live, orderLive, modelLive]
  const seenCodes = createSeenCodes(deps)
  const openApi = () => buildDocument(baseUrl)
  const context = {
    ...http,
    live,
    orderLive,
    orderWaits,
    modelLive,
    legalTexts:
      parts.legalTexts ??
      legalTextsFor({ ...deps.visitorRetention, orderDays: deps.retentionDays }),
    readiness,
    authGate,
    handleAgent: agentHandlerOf(parts, http),
    agentCard: {
      card: publicDocument(agentDocument('card'), cardType),
      catalog: publicDocument(agentDocument('catalog'), catalogType),
      registryEntry: publicDocument(agentDocument('registryEntry'), 'application/json'),
      apiCatalog: publicDocument(() => apiCatalog(baseUrl, cardType), apiCatalogType),
      ucpProfile: publicDocument(() => ucpProfile(baseUrl), 'application/json'),
    },
    pageGuesses: limitCodeGuesses({ ...http, seenCodes }, 'order-code-misses'),
    paymentGuesses: limitCodeGuesses({ ...http, seenCodes }, 'payment-code-misses'),
    documents: makeDocuments(openApi, () => llmsText(baseUrl)),
    docsSite: openDocsSite(openApi, baseUrl),
  }
  const streams = {
    endStreams: () => {
      for (const hub of hubs) hub.close()
      orderWaits.close()
    },
    streamListeners: () => hubs.reduce((sum, hub) => sum + hub.listeners(), 0),
  }
  return { context, streams }
}

type AppContext = ReturnType<typeof contextOf>['context']

function agentHandlerOf(parts: AppParts, { deps, authenticate, clientAddress }: AppHttp) {
  return createMcpHandler({
    deps,
    registry: createRegistry((parts.agentTools ?? []).map((tool) => waitForTerms(deps, tool))),
    authenticate: (request) => authenticate(request, ['api_key']),
    clientAddress,
    allowedOrigins: parts.agentOrigins ?? [],
    get serverInfo() {
      return serverInfoAt(deps.baseUrl)
    },
    get instructions() {
      return serverInstructions()
    },
    observeTool: (tool, outcome, ms, errorCode) => {
      noteToolCall(tool, errorCode)
      parts.metrics?.observeTool(tool, outcome, ms, errorCode)
    },
    onRefused: (errorCode) => noteToolCall(null, errorCode),
  })
}

/** Mounts the routes, with the responses to requests that none of them serves. */
function mountAll({ metrics }: AppParts, context: AppContext) {
  const { log } = context.deps
  const app = new Elysia({ normalize: false })
    // Comes first, because it covers only what is registered after it.
    .onError({ as: 'global' }, ({ code, error, request }) => {
      if (code === 'NOT_FOUND') return respondUnrouted(request)
      log.error('request.failed', { method: request.method, url: request.url, error })
      return internalError(request, error)
    })
  app.use(mountRoutes(context, [...routes, ...docsRoutes, ...docsPages]))
  if (metrics) app.use(mountRoutes({ ...context, readMetrics: metrics.text }, [metricsRoute]))
  const methodsOf = createMethodsOf(app.routes)
  const crossOrigin = createCrossOrigin([...routes, ...docsRoutes])
  const respondUnrouted = (request: Request) => {
    const path = pathOf(request.url)
    const preflight = crossOrigin.preflight(request, path)
    if (preflight !== null) return preflight
    const methods = methodsOf(path)
    return methods === null ? notFound(request) : refuseMethod(request, methods)
  }
  return { app, crossOrigin }
}

/** Returns the way of a request to its route: observed, finished, in its turn, and with the terms in force. */
function handlerOf(
  { metrics, requestLog, withTrace }: AppParts,
  {
    app,
    crossOrigin,
    deps,
    clientAddress,
    takeTurn,
    handleAgent,
  }: ReturnType<typeof mountAll> &
    Pick<AppContext, 'deps' | 'clientAddress' | 'takeTurn' | 'handleAgent'>,
): App['handle'] {
  const begin = (request: Request) => {
    // Skips the router, which costs a tenth of a quick tool's call.
    if (isAgentEndpoint(request.url)) return agentOptions(request) ?? handleAgent(request)
    const refusal = refuseLongAddress(request)
    if (refusal !== null) return refusal
    return isReadablePath(request.url) ? app.fetch(request) : notFound(request)
  }
  const priced = pricingBy(deps, begin)
  const respond = (request: Request) => {
    if (isProbe(request)) return priced(request)
    const turn = takeTurn(request)
    if (turn === null) return priced(request)
    return turn.then((isBegun) => (isBegun ? priced(request) : tooManyWait(request)))
  }
  const { production } = deps
  const finished = finishResponses(respond, { production, crossOrigin })
  const observed = observeRequests(finished, {
    ...(requestLog && { log: requestLog }),
    ...(withTrace && { withTrace }),
    ...(metrics && { count: createCount(metrics.requests, app) }),
    noteOwn: createNoteOwn(deps, app),
  })
  for (const { method, path } of app.routes) metrics?.requests.declare(method, path)
  return (request) =>
    asCaller(
      () => clientAddress(request),
      () => observed(toRoutable(request)),
    )
}

/**
 * Runs requests with the terms in force. Requests that price for money wait for a due reading of the terms and are rejected if it fails,
 * because other terms may apply by then. All other requests use the last reading.
 */
function pricingBy(
  deps: Pick<Deps, 'termsSchedule' | 'log'>,
  begin: (request: Request) => Response | Promise<Response>,
) {
  const run = (schedule: TermsSchedule, request: Request) =>
    byTerms(schedule.current(), () => begin(request))
  return (request: Request): Response | Promise<Response> => {
    const { termsSchedule: schedule, log } = deps
    if (!schedule.holdsOwn) return begin(request)
    if (!pricesForMoney(request)) {
      schedule.readAhead()
      return run(schedule, request)
    }
    const reading = schedule.refresh()
    if (reading === null) return run(schedule, request)
    return reading.then(
      () => run(schedule, request),
      (error: unknown) => {
        log.error('terms.read_failed', { error })
        return pricesUnread(request)
      },
    )
  }
}

const moneyPaths: ReadonlySet<string> = new Set([
  '/api/print/orders',
  '/api/checkout',
  '/checkout',
  '/api/cart-reprice',
  '/api/agent/order',
])

/** Whether a request prices for money. Agent tools that price for money wait separately (`waitForTerms`). */
const pricesForMoney = ({ method, url }: Request): boolean =>
  method === 'POST' && moneyPaths.has(withoutLastSlashes(pathOf(url)))

function withoutLastSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Paths of monitors and estimates, which are answered immediately. The price of a stored model takes its turn when its body is read. */
function isProbe({ method, url }: Request): boolean {
  const path = pathOf(url)
  return isHot(method, path) || path === '/readyz' || path === '/metrics'
}

/** Builds the app of a process that only runs background tasks: its health checks, and the metrics of all processes. */
export function buildHealthApp(parts: AppParts): Pick<App, 'handle'> {
  const { http, readiness, clientAddress, metrics } = parts
  const app = new Elysia({ normalize: false })
    .onError({ as: 'global' }, ({ code, error, request }) => {
      if (code === 'NOT_FOUND') return notFound(request)
      http.deps.log.error('request.failed', { method: request.method, url: request.url, error })
      return internalError(request, error)
    })
    .use(mountRoutes<HealthContext>({ readiness }, healthRoutes))
  if (metrics) {
    const context = { ...http, clientAddress, readMetrics: metrics.text }
    app.use(mountRoutes(context, [metricsRoute]))
  }
  const { production } = http.deps
  const crossOrigin = createCrossOrigin(healthRoutes)
  const finished = finishResponses(app.fetch, { production, crossOrigin })
  const observed = observeRequests(finished, parts.requestLog ? { log: parts.requestLog } : {})
  return { handle: (request) => observed(toRoutable(request)) }
}

/** Logs the requests of the accounts' programs, including rejected requests whose key the endpoint does not accept. */
function createNoteOwn(
  deps: Pick<Deps, 'accounts' | 'clock' | 'ownRequests'>,
  app: Pick<Elysia, 'routes'>,
) {
  const routeOf = createRouteOf(app.routes.map(({ path }) => path))
  return (
    request: Request,
    { status, headers }: Response,
    { requestId, ms }: { readonly requestId: string; readonly ms: number },
  ): boolean => {
    const { accountId, accepts, tool, errorCode } = currentProgram()
    if (accountId === null && status !== 401) return false
    const note = (owner: AccountId) =>
      deps.ownRequests.note({
        accountId: owner,
        at: new Date(deps.clock.now().getTime() - ms),
        method: request.method,
        path: routeOf(request.url),
        tool,
        status,
        errorCode: headers.get(errorCodeHeader) ?? errorCode,
        requestId,
        ms,
        hasKey: request.headers.has('idempotency-key'),
      })
    if (accountId !== null) {
      note(accountId)
      return true
    }
    // The response does not wait for the log, and losing a line is harmless.
    void findOwner(deps, request, accepts).then(
      (owner) => owner !== null && note(owner.accountId),
      () => undefined,
    )
    return false
  }
}

function createCount({ observe }: RequestObserver, app: Pick<Elysia, 'routes'>) {
  const routeOf = createRouteOf(app.routes.map(({ path }) => path))
  return (request: Request, status: number, ms: number) =>
    observe(request.method, routeOf(request.url), status, ms)
}
