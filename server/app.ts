// Mounts every route on one Elysia instance with the one error path. Knows all doors, no rule of the product.
import { Elysia } from 'elysia'
import { createMcpHandler } from '../mcp/handler.ts'
import { createRegistry, type Tool } from '../mcp/registry.ts'
import { instructions, serverInfo } from '../mcp/server-info.ts'
import { createAuthGate } from './http/auth-gate.ts'
import type { HttpContext } from './http/context.ts'
import { countRequests } from './http/count-requests.ts'
import { createPasswordGate, type PasswordGate } from './http/password-gate.ts'
import { accountApiKey } from './http/routes/account-api-key.ts'
import { accountCard } from './http/routes/account-card.ts'
import { accountExtensionTokens } from './http/routes/account-extension-tokens.ts'
import { accountPages } from './http/routes/account-page.ts'
import { accountSignIn } from './http/routes/account-sign-in.ts'
import { agentEndpoint, isAgentEndpoint } from './http/routes/agent-endpoint.ts'
import { assetRoutes } from './http/routes/assets.ts'
import { authRoutes } from './http/routes/auth.ts'
import { billingWebhook } from './http/routes/billing-webhook.ts'
import { docs } from './http/routes/docs.ts'
import { generateNow } from './http/routes/generate.ts'
import { generateActive } from './http/routes/generate-active.ts'
import { generateStart } from './http/routes/generate-start.ts'
import { generateStatus } from './http/routes/generate-status.ts'
import { health, type Readiness } from './http/routes/health.ts'
import { home } from './http/routes/home.ts'
import { metricsRoute } from './http/routes/metrics.ts'
import { modelProxy } from './http/routes/model-proxy.ts'
import { operatorOrder } from './http/routes/operator-order.ts'
import { operatorOrderForms } from './http/routes/operator-order-forms.ts'
import { operatorPages } from './http/routes/operator-page.ts'
import { orderPages } from './http/routes/order-pages.ts'
import { orderStatus } from './http/routes/order-status.ts'
import { price } from './http/routes/price.ts'
import { printOrderGet } from './http/routes/print-order-get.ts'
import { printOrdersPost } from './http/routes/print-orders-post.ts'
import { printUpload } from './http/routes/print-upload.ts'
import { printability } from './http/routes/printability.ts'
import { retextureNow } from './http/routes/retexture.ts'
import { sliceQuote } from './http/routes/slice-quote.ts'
import { answerBroken, answerNotFound, isReadablePath } from './http/unanswered.ts'

export type AppParts = {
  readonly http: HttpContext
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
      if (code === 'NOT_FOUND') return answerNotFound(request)
      log.error('request.failed', { method: request.method, url: request.url, error })
      return answerBroken(request)
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
    .use(generateNow(http))
    .use(generateStart(http))
    .use(generateStatus(http))
    .use(generateActive(http))
    .use(modelProxy(http))
    .use(retextureNow(http))
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
  const handle = (request: Request) => {
    // The router costs a tenth of a quick tool's call.
    if (isAgentEndpoint(request.url)) return answerAgent(request)
    return isReadablePath(request.url) ? app.fetch(request) : answerNotFound(request)
  }
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
    .onError({ as: 'global' }, ({ request }) => answerNotFound(request))
    .use(health(readiness))
  return { handle: (request) => app.fetch(request) }
}
