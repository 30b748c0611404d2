// Signed webhook deliveries, as Stripe makes them: at least once, in no guaranteed order, repeated until a 2xx. Pending deliveries are
// part of the state, so a restarted process continues them.

import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventObject, Store } from './core/store.ts'
import { apiVersion } from './core/world.ts'

const maxParallel = 4
const deliveryTimeoutMs = 10_000
const retryMs = 1_000
const maxRetryMs = 60_000
const maxAttempts = 15

export type WebhookSettings = {
  /** on: delivered immediately. hold: kept until `deliver` or `on`. off: events during this time are never delivered. */
  readonly mode: 'on' | 'hold' | 'off'
  /** Number of times that each event is sent. */
  readonly copies: number
  /** Delay before the first attempt. */
  readonly delayMs: number
  /** The endpoint's registered API version, in `api_version` of the delivered events. */
  readonly apiVersion: string
}
export type DeliverRequest = {
  /** Whether to deliver in reverse order. */
  readonly reverse?: boolean | undefined
  readonly copies?: number | undefined
  /** Whether to deliver events again that were already delivered. */
  readonly again?: boolean | undefined
  /** Only events of this type. */
  readonly type?: string | undefined
}
export type Delivery = {
  readonly eventId: string
  readonly type: string
  /** The receiver's HTTP status; 0 means no response. */
  readonly status: number
}
export type EventState = {
  readonly id: string
  readonly type: string
  readonly state: 'pending' | 'delivered' | 'given_up' | 'lost'
  readonly attempts: number
}

/** Returns the `Stripe-Signature` of a body: HMAC-SHA256 over `<timestamp>.<body>`. */
export function signature(body: string, secret: string, timestamp: number): string {
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${mac}`
}

type Queue = {
  store: Store
  now: () => number
  secret: string
  url: string | null
  types: ReadonlySet<string> | null
  settings: WebhookSettings
  inFlight: Set<string>
  timer: ReturnType<typeof setTimeout> | null
  closing: AbortController
}
type Row = { event_id: string; state: EventState['state']; attempts: number; due_ms: number }

export type Webhooks = ReturnType<typeof createWebhooks>

export function createWebhooks(options: {
  store: Store
  /** Unix seconds, for the signature. */
  now: () => number
  secret: string
  url: string | null
  /** The delivered types; null means all. */
  types: ReadonlySet<string> | null
}) {
  const queue: Queue = {
    ...options,
    settings: { mode: 'on', copies: 1, delayMs: 0, apiVersion },
    inFlight: new Set(),
    timer: null,
    closing: new AbortController(),
  }
  // The pending deliveries of an earlier process are due immediately.
  queue.store.db.run("update deliveries set due_ms = 0 where state = 'pending'")
  pump(queue)
  return {
    /** Must be called inside the transaction that stored the event. */
    add: (event: EventObject): void => {
      if (queue.types !== null && !queue.types.has(event.type)) return
      const { mode, delayMs } = queue.settings
      queue.store.db
        .query(
          'insert into deliveries (event_id, seq, state, attempts, due_ms) values ($id, (select seq from objects where id = $id), $state, 0, $due)',
        )
        .run({
          id: event.id,
          state: mode === 'off' ? 'lost' : 'pending',
          due: Date.now() + delayMs,
        })
    },
    /** Must be called after a commit, when deliveries may be due. */
    wake: (): void => pump(queue),
    configure: (change: Partial<WebhookSettings> & { url?: string | undefined }): void => {
      const { url, ...settings } = change
      queue.settings = { ...queue.settings, ...settings }
      if (url !== undefined) queue.url = url
      pump(queue)
    },
    receiver: () =>
      queue.url === null
        ? null
        : { url: queue.url, types: queue.types, apiVersion: queue.settings.apiVersion },
    deliver: (request: DeliverRequest): Promise<Delivery[]> => deliverNow(queue, request),
    events: (): EventState[] => eventStates(queue.store),
    close: async (): Promise<void> => {
      queue.closing.abort()
      if (queue.timer !== null) clearTimeout(queue.timer)
      while (queue.inFlight.size > 0) await sleep(1)
    },
  }
}

/** Starts due deliveries and sets a timer for the next one. */
function pump(queue: Queue): void {
  if (queue.timer !== null) clearTimeout(queue.timer)
  queue.timer = null
  if (queue.settings.mode !== 'on' || queue.url === null || queue.closing.signal.aborted) return
  // A delivery calls this function again when it ends.
  if (queue.inFlight.size >= maxParallel) return
  // The limit covers the deliveries in flight, which are also pending, and as many as may start.
  const waiting = queue.store.db
    .query<Row, [number]>(
      "select * from deliveries where state = 'pending' order by due_ms, seq limit ?",
    )
    .all(maxParallel)
    .filter((row) => !queue.inFlight.has(row.event_id))
  for (const row of waiting) {
    if (queue.inFlight.size >= maxParallel) return
    const waitMs = row.due_ms - Date.now()
    if (waitMs > 0) {
      queue.timer = setTimeout(() => pump(queue), waitMs)
      return
    }
    void deliverOne(queue, row).then(() => pump(queue))
  }
}

async function deliverOne(queue: Queue, row: Row): Promise<void> {
  queue.inFlight.add(row.event_id)
  try {
    for (let copy = 0; copy < queue.settings.copies; copy += 1) await send(queue, row.event_id)
  } finally {
    queue.inFlight.delete(row.event_id)
  }
}

async function deliverNow(queue: Queue, request: DeliverRequest): Promise<Delivery[]> {
  const rows = eventStates(queue.store, request.again === true ? notLost : ['pending']).filter(
    (event) => request.type === undefined || event.type === request.type,
  )
  if (request.reverse === true) rows.reverse()
  const done: Delivery[] = []
  for (const event of rows) {
    for (let copy = 0; copy < (request.copies ?? 1); copy += 1) {
      done.push({ eventId: event.id, type: event.type, status: await send(queue, event.id) })
    }
  }
  return done
}

/** Makes one attempt. Returns the receiver's status, or 0 without a response. */
async function send(queue: Queue, eventId: string): Promise<number> {
  if (queue.closing.signal.aborted) return 0
  const event = queue.store.read('event', eventId)
  if (event === null || queue.url === null) return 0
  const body = JSON.stringify({ ...event, api_version: queue.settings.apiVersion })
  let status = 0
  try {
    const response = await fetch(queue.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(body, queue.secret, queue.now()),
        'user-agent': 'Stripe/1.0 (local stand-in)',
      },
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(deliveryTimeoutMs), queue.closing.signal]),
    })
    status = response.status
    await response.arrayBuffer()
  } catch {
    // There was no response in time, so the delivery is retried later.
  }
  if (!queue.closing.signal.aborted) record(queue.store, eventId, status >= 200 && status < 300)
  return status
}

function record(store: Store, eventId: string, delivered: boolean): void {
  const row = store.db
    .query<Row, { id: string }>('select * from deliveries where event_id = $id')
    .get({ id: eventId })
  if (row === null) return
  const attempts = row.attempts + 1
  const state =
    delivered || row.state === 'delivered'
      ? 'delivered'
      : attempts >= maxAttempts
        ? 'given_up'
        : 'pending'
  const due = Date.now() + Math.min(retryMs * 2 ** (attempts - 1), maxRetryMs)
  store.db
    .query(
      'update deliveries set state = $state, attempts = $attempts, due_ms = $due where event_id = $id',
    )
    .run({ id: eventId, state, attempts, due })
}

const notLost = ['pending', 'delivered', 'given_up'] as const
const eventStates = (
  store: Store,
  states: readonly EventState['state'][] = [...notLost, 'lost'],
): EventState[] =>
  store.db
    .query<EventState, { states: string }>(
      `select d.event_id as id, json_extract(o.body, '$.type') as type, d.state, d.attempts
        from deliveries d join objects o on o.id = d.event_id
        where d.state in (select value from json_each($states)) order by d.seq`,
    )
    .all({ states: JSON.stringify(states) })
