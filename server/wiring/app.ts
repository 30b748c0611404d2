// Mounts every route on one Elysia instance with one error path. It contains no rules of the product.

import { Elysia } from 'elysia'
import { createMcpHandler } from '../../mcp/handler.ts'
import type { ObserveTool } from '../../mcp/methods.ts'
import { createRegistry, type Tool } from '../../mcp/registry.ts'
import { agentDocuments, cardType, catalogType } from '../../mcp/server-card.ts'
import { instructions, serverInfoAt } from '../../mcp/server-info.ts'
import type { RequestObserver } from '../adapters/observability/request-observer.ts'
import type { AccountId } from '../domain/base/caller.ts'
import { createSeenCodes } from '../domain/limits/seen-codes.ts'
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
import { finishResponses } from '../http/middleware/finish.ts'
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
import { isAgentEndpoint, pathOf, routable } from '../http/requests/paths.ts'
import { errorCodeHeader } from '../http/responses/error-code.ts'
import {
  internalError,
  isReadablePath,
  notFound,
  refuseLongAddress,
  tooManyWait,
} from '../http/responses/fallback-responses.ts'
import { routes } from '../http/routes/routes.ts'
import { publicDocument } from '../http/routes/service/agent-card.ts'
import { agentOptions } from '../http/routes/service/agent-endpoint.ts'
import { apiCatalog, apiCatalogType } from '../http/routes/service/api-catalog.ts'
import { healthRoutes } from '../http/routes/service/health.ts'
import { metricsRoute } from '../http/routes/service/metrics.ts'
import { type LegalTexts, legalTextsFor } from '../pages/legal/legal-texts.ts'
import type { Deps } from './deps.ts'
import { asCaller, currentProgram, noteToolCall } from './geometry-callers.ts'

export type AppParts = {
  readonly http: Omit<HttpContext, 'clientAddress'> & { readonly deps: Deps }
  readonly readiness: Readiness
  /** Responds to everything under /api/auth. */
  readonly authHandler: (request: Request) => Promise<Response>
  /** The address that a request came from, if known. */
  readonly clientAddress: (request: Request) => string
  /** Defaults to a new one. */
  readonly passwordGate?: PasswordGate
  /** The minimum time of a call that sends a code; the auth gate's own pause unless given. */
  readonly codePause?: () => Promise<void>
  /** The texts of the operator; the default ones unless given. */
  readonly legalTexts?: LegalTexts
  /** Origins of browsers that may use the agent endpoint, in addition to our own. */
  readonly agentOrigins?: readonly string[]
  readonly agentTools?: readonly Tool[]
  /** Writes a line for each request; none unless given. */
  readonly requestLog?: RequestLog
  /** Continues the traces of callers; left out, they are logged only. */
  readonly withTrace?: RequestObservers['withTrace']
  /** Counts requests and tool calls; without it there is no /metrics. */
  readonly metrics?: {
    readonly requests: RequestObserver
    readonly observeTool: ObserveTool
    readonly text: () => Promise<string>
  }
}

export type App = {
  readonly handle: (request: Request) => Response | Promise<Response>
  /** The mounted routes, in the order of mounting; `page` = for people, so not in the API's document. */
  readonly routes: readonly { readonly method: string; readonly path: string; page: boolean }[]
  /** Ends the event streams, which last as long as their pages are open; later ones are refused. */
  readonly endStreams: () => void
  readonly streamListeners: () => number
}

/** Route tests call it directly: `app.handle(new Request('http://localhost/...'))`. */
export function buildApp(parts: AppParts): App {
  const { readiness, authHandler, clientAddress, passwordGate = createPasswordGate() } = parts
  const admission = createAdmission()
  const authenticate = admission.noting(parts.http.authenticate)
  const takeTurn = (request: Request) => admission.admit(request, () => clientAddress(request))
  const http = { ...parts.http, authenticate, clientAddress, takeTurn }
  const { deps } = http
  const { log, baseUrl } = deps
  const authGate = createAuthGate({
    deps,
    handler: authHandler,
    clientAddress,
    passwordGate,
    ...(parts.codePause && { codePause: parts.codePause }),
  })
  const handleAgent = createMcpHandler({
    deps,
    registry: createRegistry(parts.agentTools ?? []),
    authenticate: (request) => http.authenticate(request, ['api_key']),
    clientAddress,
    allowedOrigins: parts.agentOrigins ?? [],
    serverInfo: serverInfoAt(baseUrl),
    instructions,
    observeTool: (tool, outcome, ms, errorCode) => {
      noteToolCall(tool, errorCode)
      parts.metrics?.observeTool(tool, outcome, ms, errorCode)
    },
    onRefused: (errorCode) => noteToolCall(null, errorCode),
  })
  const app = new Elysia({ normalize: false })
    // Covers only what is registered after it, so it comes first.
    .onError({ as: 'global' }, ({ code, error, request }) => {
      if (code === 'NOT_FOUND') return respondUnrouted(request)
      log.error('request.failed', { method: request.method, url: request.url, error })
      return internalError(request, error)
    })
  const { card, catalog, registryEntry } = agentDocuments(baseUrl)
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
    handleAgent,
    agentCard: {
      card: publicDocument(card, cardType),
      catalog: publicDocument(catalog, catalogType),
      registryEntry: publicDocument(registryEntry, 'application/json'),
      apiCatalog: publicDocument(apiCatalog(baseUrl, cardType), apiCatalogType),
    },
    pageGuesses: limitCodeGuesses({ ...http, seenCodes }, 'order-code-misses'),
    paymentGuesses: limitCodeGuesses({ ...http, seenCodes }, 'payment-code-misses'),
    documents: makeDocuments(openApi, () => llmsText(baseUrl)),
    docsSite: openDocsSite(openApi, baseUrl),
  }
  app.use(mountRoutes(context, [...routes, ...docsRoutes, ...docsPages]))
  const { metrics } = parts
  if (metrics) app.use(mountRoutes({ ...http, readMetrics: metrics.text }, [metricsRoute]))
  const methodsOf = createMethodsOf(app.routes)
  const crossOrigin = createCrossOrigin([...routes, ...docsRoutes])
  const respondUnrouted = (request: Request) => {
    const path = pathOf(request.url)
    const preflight = crossOrigin.preflight(request, path)
    if (preflight !== null) return preflight
    const methods = methodsOf(path)
    return methods === null ? notFound(request) : refuseMethod(request, methods)
  }
  const begin = (request: Request) => {
    // The router costs a tenth of a quick tool's call.
    if (isAgentEndpoint(request.url)) return agentOptions(request) ?? handleAgent(request)
    const refusal = refuseLongAddress(request)
    if (refusal !== null) return refusal
    return isReadablePath(request.url) ? app.fetch(request) : notFound(request)
  }
  const respond = (request: Request) => {
    if (isProbe(request)) return begin(request)
    const turn = takeTurn(request)
    if (turn === null) return begin(request)
    return turn.then((isBegun) => (isBegun ? begin(request) : tooManyWait(request)))
  }
  const { production } = deps
  const finished = finishResponses(respond, { production, crossOrigin })
  const observed = observeRequests(finished, {
    ...(parts.requestLog && { log: parts.requestLog }),
    ...(parts.withTrace && { withTrace: parts.withTrace }),
    ...(metrics && { count: createCount(metrics.requests, app) }),
    noteOwn: createNoteOwn(deps, app),
  })
  for (const { method, path } of app.routes) metrics?.requests.declare(method, path)
  return {
    handle: (request) =>
      asCaller(
        () => clientAddress(request),
        () => observed(routable(request)),
      ),
    routes: app.routes.map(({ method, path, hooks }) => ({
      method,
      path,
      page: hooks?.detail?.hide === true,
    })),
    endStreams: () => {
      for (const hub of hubs) hub.close()
      orderWaits.close()
    },
    streamListeners: () => hubs.reduce((sum, hub) => sum + hub.listeners(), 0),
  }
}

/** Paths of monitors and estimates, which are answered at once; the price of a stored model takes its turn when its body is read. */
function isProbe({ method, url }: Request): boolean {
  const path = pathOf(url)
  return isHot(method, path) || path === '/readyz' || path === '/metrics'
}

/** For a process that only runs background tasks: its health checks, and the metrics of all processes. */
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
  return { handle: (request) => observed(routable(request)) }
}

/** Notes the requests of accounts' programs; of refused ones also those whose key the endpoint does not take. */
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
    // The response does not wait for it, and a lost line breaks nothing.
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
