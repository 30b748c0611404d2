// The client of the bench of paid orders, a separate process with its own connections. Reads one
// `Load` as JSON from standard input, submits orders, and prints one `Loaded` as JSON. Exits with
// an error when an order is not paid.

import { slabStl } from '../../lib/large-stl.ts'
import { orderFields } from '../../lib/order-fields.ts'

export type Load = {
  readonly baseUrl: string
  /** API keys, used in rotation. */
  readonly apiKeys: readonly string[]
  /** Approximate size of the part, bytes. */
  readonly partBytes: number
  /** Whether every order has a part that the service has never seen. */
  readonly newParts: boolean
  /** Whether each request has an Idempotency-Key. */
  readonly keyed: boolean
  readonly seconds: number
  /**
   * Closed loop: a fixed number of concurrent requests. Open loop: a fixed number per second,
   * however long they take.
   */
  readonly pace: { readonly concurrency: number } | { readonly perSecond: number }
}

export type Loaded = {
  readonly codes: readonly string[]
  readonly chargedCents: number
  /**
   * Latencies. In an open loop, measured from the scheduled time of a request, so that waiting for
   * a slow server is included.
   */
  readonly latenciesMs: readonly number[]
  readonly seconds: number
}

const load: Load = JSON.parse(await Bun.stdin.text())
const boundary = 'bench-0b1d9a2c'
const { body: template, headerAt } = formOf(slabStl(load.partBytes, 60))
const run = crypto.randomUUID()
const encoder = new TextEncoder()
const codes: string[] = []
const latenciesMs: number[] = []
let chargedCents = 0
let sent = 0

const startedAt = performance.now()
const endsAt = startedAt + load.seconds * 1000
if ('concurrency' in load.pace) {
  await closedLoop(load.pace.concurrency)
} else {
  await openLoop(load.pace.perSecond)
}
const seconds = (performance.now() - startedAt) / 1000
const loaded: Loaded = { codes, chargedCents, latenciesMs, seconds }
await Bun.write(Bun.stdout, JSON.stringify(loaded))
process.exit(0)

async function closedLoop(concurrency: number): Promise<void> {
  const loop = async () => {
    while (performance.now() < endsAt) await submit(performance.now())
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
}

async function openLoop(perSecond: number): Promise<void> {
  const running: Promise<void>[] = []
  for (let order = 0; order < load.seconds * perSecond; order++) {
    const dueAt = startedAt + (order * 1000) / perSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await Bun.sleep(waitMs)
    running.push(submit(dueAt))
  }
  await Promise.all(running)
}

async function submit(dueAt: number): Promise<void> {
  sent += 1
  const key = load.apiKeys[sent % load.apiKeys.length] ?? ''
  const response = await fetch(`${load.baseUrl}/api/print/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(load.keyed && { 'idempotency-key': `${run} ${sent}` }),
    },
    body: load.newParts ? newPart(sent) : template,
  })
  const order = await response.json()
  if (response.status !== 201 || order.paid !== true) {
    throw new Error(`a submit returned ${response.status}: ${JSON.stringify(order)}`)
  }
  latenciesMs.push(performance.now() - dueAt)
  codes.push(order.code)
  chargedCents += Math.round(order.charged * 100)
}

/** Returns the same shape with another header, so that the content is new. */
function newPart(number: number): Uint8Array<ArrayBuffer> {
  const body = template.slice()
  encoder.encodeInto(`bench ${run} ${number}`, body.subarray(headerAt, headerAt + 80))
  return body
}

function formOf(file: Uint8Array): { body: Uint8Array<ArrayBuffer>; headerAt: number } {
  const parts = Object.entries(orderFields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const before = Buffer.from(
    `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="part.stl"\r\n` +
      'content-type: model/stl\r\n\r\n',
  )
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  const body = new Uint8Array(before.length + file.length + after.length)
  body.set(before)
  body.set(file, before.length)
  body.set(after, before.length + file.length)
  return { body, headerAt: before.length }
}
