// Mounts every route on one Elysia instance with the one error path. Knows all doors, no rule of the product.

import { Elysia } from 'elysia'
import { createMcpHandler } from '../../mcp/handler.ts'
import { createRegistry, type Tool } from '../../mcp/registry.ts'
import { instructions, serverInfo } from '../../mcp/server-info.ts'
import type { HttpContext } from '../http/middleware/context.ts'
import { countRequests } from '../http/middleware/count-requests.ts'
import { finishResponses } from '../http/middleware/finish.ts'
import { answerOtherMethod, createMethodsOf } from '../http/middleware/methods.ts'
import { isAgentEndpoint, pathOf, routable } from '../http/requests/paths.ts'
import { internalError, isReadablePath, notFound } from '../http/responses/fallback-responses.ts'
import { accountApiKey } from '../http/routes/account/account-api-key.ts'
import { accountCard } from '../http/routes/account/account-card.ts'
import { accountExtensionTokens } from '../http/routes/account/account-extension-tokens.ts'
import { accountPages } from '../http/routes/account/account-page.ts'
import { accountSignIn } from '../http/routes/account/account-sign-in.ts'
import { authRoutes } from '../http/routes/account/auth.ts'
import { createAuthGate } from '../http/routes/account/auth-gate.ts'
import { createPasswordGate, type PasswordGate } from '../http/routes/account/password-gate.ts'
import { generateRoute } from '../http/routes/generation/generate.ts'
import { generateActive } from '../http/routes/generation/generate-active.ts'
import { generateStart } from '../http/routes/generation/generate-start.ts'
import { generateStatus } from '../http/routes/generation/generate-status.ts'
import { modelProxy } from '../http/routes/generation/model-proxy.ts'
import { retextureRoute } from '../http/routes/generation/retexture.ts'
import { printUpload } from '../http/routes/models/print-upload.ts'
import { printability } from '../http/routes/models/printability.ts'
import { sliceQuote } from '../http/routes/models/slice-quote.ts'
import { operatorOrder } from '../http/routes/operators/operator-order.ts'
import { operatorOrderForms } from '../http/routes/operators/operator-order-forms.ts'
import { operatorPages } from '../http/routes/operators/operator-page.ts'
import { billingWebhook } from '../http/routes/orders/billing-webhook.ts'
import { orderPages } from '../http/routes/orders/order-pages.ts'
import { orderStatus } from '../http/routes/orders/order-status.ts'
import { price } from '../http/routes/orders/price.ts'
import { printOrderGet } from '../http/routes/orders/print-order-get.ts'
import { printOrdersPost } from '../http/routes/orders/print-orders-post.ts'
import { agentEndpoint, agentOptions } from '../http/routes/service/agent-endpoint.ts'
import { assetRoutes } from '../http/routes/service/assets.ts'
import { docs } from '../http/routes/service/docs.ts'
import { health, type Readiness } from '../http/routes/service/health.ts'
import { home } from '../http/routes/service/home.ts'
import { metricsRoute } from '../http/routes/service/metrics.ts'
import type { Deps } from './deps.ts'

export type AppParts = {
  readonly http: HttpContext & { readonly deps: Deps }
  readonly readiness: Readiness
  /** Answers everything under /api/auth. */
  readonly authHandler: (request: Request) => Promise<Response>
  /** The address that a request came from, as far as it can be told. */
  readonly clientAddress: (request: Request) => string
  /** Of our own making unless given. */
  readonly passwordGate?: PasswordGate
  /** How long a call that sends a code takes at least; the auth gate's own pause unless given. */
  readonly codePause?: () => Promise<void>
  /** Origins of browsers that may use the agent endpoint, beside our own. */
  readonly agentOrigins?: readonly string[]
  readonly agentTools?: readonly Tool[]
  /** Counts what is answered; without it there is no /metrics. */
  readonly metrics?: {
    readonly observe: (route: string, status: number, ms: number) => void
    readonly text: () => Promise<string>
  }
}

export type App = {
  readonly handle: (request: Request) => Response | Promise<Response>
  /** What is mounted, in the order of mounting; `page` = for people, so not in the API's document. */
  readonly routes: readonly { readonly method: string; readonly path: string; page: boolean }[]
}

/** Also what contract tests drive: `app.handle(new Request('http://localhost/...'))`. */
export function buildApp(parts: AppParts): App {
  const { http, readiness, authHandler, clientAddress, passwordGate = createPasswordGate() } = parts
  const { log } = http.deps
  const gate = createAuthGate({
    deps: http.deps,
    handler: authHandler,
    clientAddress,
    passwordGate,
    ...(parts.codePause && { codePause: parts.codePause }),
  })
  const answerAgent = createMcpHandler({
    deps: http.deps,
    registry: createRegistry(parts.agentTools ?? []),
    authenticate: (request) => http.authenticate(request, ['api_key']),
    clientAddress,
    allowedOrigins: parts.agentOrigins ?? [],
    serverInfo,
    instructions,
  })
  const app = new Elysia({ normalize: false })
    // Covers only what is registered after it, so it comes first.
    .onError({ as: 'global' }, ({ code, error, request }) => {
      if (code === 'NOT_FOUND') return answerUnrouted(request)
      log.error('request.failed', { method: request.method, url: request.url, error })
      return internalError(request, error)
    })
    .use(health(readiness))
    .use(price())
    .use(agentEndpoint(answerAgent))
    .use(printOrdersPost(http))
    .use(printOrderGet(http))
    .use(billingWebhook(http))
    .use(orderStatus(http))
    .use(printUpload(http))
    .use(printability(http, clientAddress))
    .use(sliceQuote(http))
    .use(generateRoute(http))
    .use(generateStart(http))
    .use(generateStatus(http))
    .use(generateActive(http))
    .use(modelProxy(http))
    .use(retextureRoute(http))
    .use(operatorOrder(http))
    .use(authRoutes(gate))
    .use(accountApiKey(http))
    .use(accountExtensionTokens(http))
    .use(accountCard(http))
    .use(accountPages(http))
    .use(accountSignIn(http, gate))
    .use(assetRoutes())
    .use(home(http))
    .use(docs(http))
    .use(orderPages(http, clientAddress))
    .use(operatorPages(http))
    .use(operatorOrderForms(http))
  const { metrics } = parts
  if (metrics) app.use(metricsRoute(http, metrics.text))
  const methodsOf = createMethodsOf(app.routes)
  const answerUnrouted = (request: Request) => {
    const methods = methodsOf(pathOf(request.url))
    return methods === null ? notFound(request) : answerOtherMethod(request, methods)
  }
  const answer = (request: Request) => {
    // The router costs a tenth of a quick tool's call.
    if (isAgentEndpoint(request.url)) return agentOptions(request) ?? answerAgent(request)
    return isReadablePath(request.url) ? app.fetch(request) : notFound(request)
  }
  const finished = finishResponses(answer, http.deps)
  const handle = (request: Request) => finished(routable(request))
  const paths = app.routes.map(({ path }) => path)
  return {
    handle: metrics ? countRequests(handle, paths, metrics.observe) : handle,
    routes: app.routes.map(({ method, path, hooks }) => ({
      method,
      path,
      page: hooks?.detail?.hide === true,
    })),
  }
}

/** For a process that only works in the background: its health checks and nothing else. */
export function buildHealthApp(readiness: Readiness): Pick<App, 'handle'> {
  const app = new Elysia({ normalize: false })
    .onError({ as: 'global' }, ({ request }) => notFound(request))
    .use(health(readiness))
  return { handle: (request) => app.fetch(routable(request)) }
}
