// Customers: accounts with a card, and submits that are repeated under their Idempotency-Key until a response states
// their outcome.
import * as v from 'valibot'
import type { OpenDatabase } from '../../../server/db/core/connect.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { orderForm } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import {
  createTestAccount,
  stripeCaller,
  type TestAccount,
} from '../../../testing/service/test-accounts.ts'
import type { Acknowledged } from './checks.ts'

export type Customer = Pick<TestAccount, 'headers' | 'email'>

/** An order of a customer: the same bytes and the same key at every attempt. */
export type Wanted = {
  readonly customer: Customer
  readonly key: string
  /** Edge of the ordered cube, which determines its file and price. */
  readonly sizeMm: number
}

const bodySchema = v.object({
  code: v.string(),
  paid: v.boolean(),
  charged: v.optional(v.number()),
})

const ids = {
  uuid: () => crypto.randomUUID(),
  secretHex: (bytes: number) => crypto.getRandomValues(Buffer.alloc(bytes)).toString('hex'),
}

/** Created directly in the database and at the stand-in. */
export function createCustomers(
  database: Pick<OpenDatabase, 'db' | 'pool'>,
  processor: { readonly baseUrl: string; readonly secretKey: string },
  count: number,
): Promise<readonly Customer[]> {
  const stripe = stripeCaller(processor.baseUrl, processor.secretKey)
  return Promise.all(
    Array.from({ length: count }, () => createTestAccount({ database, ids, stripe })),
  )
}

/** Returns cubes of 25 sizes from 15 to 39 mm, so that orders differ in file and price. */
export const wantedOrder = (customer: Customer, name: string, at: number): Wanted => ({
  customer,
  key: `${name}-${at}`,
  sizeMm: 15 + (at % 25),
})

/** Makes one attempt; returns null for any response but a 201, or for none in time. */
export async function submitOnce(
  baseUrl: string,
  wanted: Wanted,
  timeoutMs: number,
): Promise<Acknowledged | null> {
  const { customer, key, sizeMm } = wanted
  const file = { name: `cube-${sizeMm}.stl`, bytes: cubeStl({ sizeMm }) }
  const form = orderForm({ color: 'Black' }, file)
  try {
    const response = await fetch(`${baseUrl}/api/print/orders`, {
      ...rawPost(form, { ...customer.headers, 'idempotency-key': key }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await response.json()
    if (response.status !== 201) return null
    const { code, paid, charged } = v.parse(bodySchema, body)
    return { key, code, chargedCents: paid && charged !== undefined ? toCents(charged) : null }
  } catch (error) {
    if (error instanceof v.ValiError) throw error
    return null // No connection, or no response in time: the attempt is repeated under the same key.
  }
}

const toCents = (dollars: number) => Math.round(dollars * 100)

/** Returns the body of an order's page for programs, as the service sends it. Throws on any status but 200. */
export async function readOrder(
  baseUrl: string,
  customer: Customer,
  code: string,
): Promise<unknown> {
  const url = `${baseUrl}/api/print/orders/${code}`
  const response = await fetch(url, { headers: customer.headers })
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`)
  return await response.json()
}

/** Runs the work for every item, at most `width` at a time, and returns the results in the items' order. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>()
  const queue = items.entries()
  const take = async () => {
    for (const [at, item] of queue) results.set(at, await work(item))
  }
  await Promise.all(Array.from({ length: width }, take))
  return [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result)
}
