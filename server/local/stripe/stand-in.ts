// A local stand-in for Stripe: its /v1 API, its hosted pages and its webhooks, with state that survives a kill. The service calls it
// through the same client as Stripe; only URL and key differ.

import { hasCode } from '../../domain/base/has-code.ts'
import { megabyte } from '../../domain/base/text/megabytes.ts'
import { type ApiParts, serveApi } from './api-server.ts'
import { createCalls } from './calls.ts'
import { createControl, type StripeControl, serveControl } from './control.ts'
import { eventOf } from './core/event.ts'
import { createPlans } from './core/plans.ts'
import { openStore, type Store, type StoredObject } from './core/store.ts'
import { newId, type World } from './core/world.ts'
import { createFaults } from './faults.ts'
import { serveHosted } from './hosted/serve.ts'
import { createIdempotentResponses } from './idempotency.ts'
import { isAuthorized, respondUnauthorized } from './key.ts'
import { createLater } from './later.ts'
import { continueObject } from './resources/aftermath.ts'
import { createWebhooks } from './webhooks.ts'

export type StripeStandInOptions = {
  /** Address to listen on, and of the hosted pages. Defaults to 127.0.0.1. */
  readonly host?: string
  /** 0 or absent means the previous port if it is free, otherwise any. */
  readonly port?: number
  /** SQLite file for one process at a time. Without it, the state is lost on close. */
  readonly stateFile?: string
  /** Receiver of events. Without it, they wait (see `control.webhooks`). */
  readonly webhookUrl?: string
  /** Event types for which the receiver is registered. Defaults to all. */
  readonly webhookEvents?: readonly string[]
  readonly webhookSecret: string
  readonly secretKey: string
  readonly clock?: { readonly now: () => Date }
  /** Delay of a test card's later effects, in milliseconds. Defaults to 3 seconds. */
  readonly laterMs?: number
}

export type StripeStandIn = {
  readonly baseUrl: string
  readonly port: number
  readonly control: StripeControl
  readonly close: () => Promise<void>
}

const maxBodyBytes = megabyte

/** Starts the stand-in. Throws when the requested port is taken. */
export async function startStripeStandIn(options: StripeStandInOptions): Promise<StripeStandIn> {
  let baseUrl = ''
  const backend = createBackend(options, () => baseUrl)
  const { store, webhooks, later } = backend
  const control = createControl({ ...backend, settle: later.runAll })
  const closing = new AbortController()
  const host = options.host ?? '127.0.0.1'
  const server = listen(
    { host, asked: options.port ?? 0, former: savedPort(store) },
    createServe(backend, control, { secretKey: options.secretKey, closing: closing.signal }),
  )
  const port = server.port ?? 0
  baseUrl = `http://${host}:${port}`
  savePort(store, port)
  later.wake()
  return {
    baseUrl,
    port,
    control,
    close: async () => {
      closing.abort()
      later.close()
      await webhooks.close()
      await server.stop(true)
      store.close()
    },
  }
}

type Backend = ReturnType<typeof createBackend>

/** Creates the stand-in without its server: the stored objects, the events that they cause, and their delivery. */
function createBackend(options: StripeStandInOptions, baseUrl: () => string) {
  const store = openStore(options.stateFile)
  const clock = options.clock ?? { now: () => new Date() }
  const now = () => Math.floor(clock.now().getTime() / 1000)
  const webhooks = createWebhooks({
    store,
    now,
    secret: options.webhookSecret,
    url: options.webhookUrl ?? null,
    types: options.webhookEvents ? new Set(options.webhookEvents) : null,
  })
  const plans = createPlans()
  /** Returns the context of one request, whose id its events contain. */
  const worldFor = (requestId: string | null, idempotencyKey: string | null): World => ({
    store,
    now,
    baseUrl,
    emit: (type: string, object: StoredObject) => {
      const event = eventOf(type, object, { created: now(), requestId, idempotencyKey })
      store.insert(event)
      webhooks.add(event)
    },
    receiver: webhooks.receiver,
    plans,
    later: (id) => later.add(id),
  })
  const later = createLater({
    store,
    delayMs: options.laterMs ?? 3_000,
    run: (id) => continueObject(worldFor(null, null), id),
    taken: () => webhooks.wake(),
  })
  const wake = () => {
    later.wake()
    webhooks.wake()
  }
  return {
    store,
    webhooks,
    worldFor,
    later,
    wake,
    /** Runs an action that a test triggers at Stripe. */
    act: <Output>(action: (world: World) => Output): Output => {
      const output = store.transaction(() => action(worldFor(null, null)))
      wake()
      return output
    },
    faults: createFaults(() => clock.now().getTime()),
    calls: createCalls(),
    idempotency: createIdempotentResponses(store, now),
  }
}

/** Returns the handler of requests to the API, to the control endpoint of tests and to the hosted pages. */
function createServe(
  backend: Backend,
  control: StripeControl,
  settings: Pick<ApiParts, 'secretKey' | 'closing'>,
): Serve {
  const parts: ApiParts = { ...backend, ...settings }
  return async (request) => {
    const path = new URL(request.url).pathname
    if (path.startsWith('/v1/')) return await serveApi(parts, request, path)
    if (path === '/_control' && request.method === 'POST') {
      return isAuthorized(request, settings.secretKey)
        ? await serveControl(control, backend.act, request)
        : respondUnauthorized(request, newId('req', 14))
    }
    return await servePage(backend, request, path)
  }
}

async function servePage(
  { store, worldFor, wake }: Backend,
  request: Request,
  path: string,
): Promise<Response> {
  const fields = request.method === 'POST' ? new URLSearchParams(await request.text()) : null
  const form = { get: (name: string) => fields?.get(name) ?? '' }
  const response = store.transaction(() =>
    serveHosted(worldFor(null, null), { method: request.method, path, form }),
  )
  wake()
  return response ?? new Response('Not found\n', { status: 404 })
}

function savedPort(store: Store): number {
  const row = store.db
    .query<{ value: string }, []>("select value from settings where name = 'port'")
    .get()
  return Number(row?.value ?? 0)
}

function savePort(store: Store, port: number): void {
  store.db.query("insert or replace into settings values ('port', $port)").run({ port: `${port}` })
}

type Serve = (request: Request) => Promise<Response>

type ListenAt = { readonly host: string; readonly asked: number; readonly former: number }

function listen({ host, asked, former }: ListenAt, fetch: Serve): ReturnType<typeof Bun.serve> {
  const open = (port: number) =>
    Bun.serve({
      hostname: host,
      port,
      maxRequestBodySize: maxBodyBytes,
      // Injected latencies are longer than Bun's default of 10 seconds.
      idleTimeout: 0,
      fetch,
      error: (error) => {
        console.error('The Stripe stand-in failed:', error)
        return Response.json(
          { error: { type: 'api_error', message: 'The stand-in itself failed; see its log.' } },
          { status: 500 },
        )
      },
    })
  if (asked !== 0 || former === 0) return open(asked)
  try {
    return open(former)
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) return open(0)
    throw error
  }
}
