// One shop of the worker storm, as a separate process: it requests the price of each order, then submits it with the
// typed client under the order's key until the charge is final or its deadline has passed. Reads a plan from stdin
// and prints one line of JSON for each order.
import * as v from 'valibot'
import {
  createClient,
  NetworkError,
  OutcomeUnknownError,
  RefusalError,
  TimeoutError,
} from '../../../client/typescript/src/index.ts'
import { inputOf } from './shop-order.ts'
import {
  type Attempt,
  type Placement,
  type Plan,
  planSchema,
  type Story,
  storySchema,
  type Unfinished,
} from './worker-lines.ts'

type Planned = Plan['orders'][number]

/**
 * Begins no further order after one that was not final in time, because the service is stuck and each would take as long.
 */
async function work({ baseUrl, atOnce, startAt, deadlineMs, orders }: Plan): Promise<void> {
  const waiting = orders.values()
  let isStuck = false
  const loop = async () => {
    for (const order of waiting) {
      if (isStuck) return
      await Bun.sleep(Math.max(0, startAt + order.dueMs - Date.now()))
      const line = await place(baseUrl, order, deadlineMs)
      isStuck ||= 'lastWord' in line
      console.log(JSON.stringify(line))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
}

async function place(
  baseUrl: string,
  planned: Planned,
  deadlineMs: number,
): Promise<Placement | Unfinished> {
  const { key, apiKey } = planned
  const deadline = AbortSignal.timeout(deadlineMs)
  const seen = watchedFetch()
  const client = createClient({ baseUrl, apiKey, fetch: seen.fetch })
  const input = inputOf(planned)
  const told = () => ({ key, ...seen.told() })
  try {
    const { estimatedCost: price } = await again(deadline, () =>
      client.dryRunOrder(input, { signal: deadline }),
    )
    const sentAt = Date.now()
    for (;;) {
      const { code, charge } = await again(deadline, () =>
        client.submitOrder(
          { ...input, maxTotal: price },
          { idempotencyKey: key, signal: deadline },
        ),
      )
      if (charge !== 'settling') {
        return { ...told(), code, charge, price, sentAt, finalAt: Date.now() }
      }
      await Bun.sleep(1_000)
      deadline.throwIfAborted()
    }
  } catch (error) {
    if (!deadline.aborted) throw error
    return { ...told(), lastWord: seen.told().stories.length > 0 ? 'settling' : 'nothing' }
  }
}

/** Returns a fetch for a client that records the outcome of its requests. */
function watchedFetch() {
  const stories: Story[] = []
  const failedAttempts: Attempt[] = []
  let requests = 0
  const fetchAndKeep = async (url: string, init: RequestInit): Promise<Response> => {
    requests += 1
    const startedAt = Date.now()
    const failed = () => {
      if (init.signal?.aborted !== true) failedAttempts.push({ startedAt, endedAt: Date.now() })
    }
    try {
      const response = await fetch(url, init)
      // The client reads the body itself, and detects a truncated one.
      const text = await response.clone().text()
      if (response.status === 503) failed()
      if (response.status === 201) stories.push(v.parse(storySchema, JSON.parse(text)))
      return response
    } catch (error) {
      failed()
      throw error
    }
  }
  return { fetch: fetchAndKeep, told: () => ({ stories, failedAttempts, requests }) }
}

/**
 * Repeats the same call until there is a result, like a program that keeps its key. A refusal of the request ends the
 * process.
 */
async function again<T>(deadline: AbortSignal, call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      deadline.throwIfAborted()
      if (!isRepeated(error)) throw error
      await Bun.sleep(1_000)
    }
  }
}

const isRepeated = (error: unknown): boolean =>
  error instanceof RefusalError
    ? [409, 429, 500, 502, 503].includes(error.status)
    : [OutcomeUnknownError, NetworkError, TimeoutError].some((kind) => error instanceof kind)

await work(v.parse(planSchema, JSON.parse(await Bun.stdin.text())))
