// Idempotency keys in a real PostgreSQL: which request gets a key, what a retry returns, when the key is free again.
import { beforeAll, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import {
  createIdempotencyKeys,
  sweepIdempotencyKeys,
} from '../../server/db/orders/idempotency-keys.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import type { SubmitResponse } from '../../server/domain/orders/record/submit-response.ts'
import { newOrder } from '../../testing/orders.ts'
import { use, useDatabase } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'
import { ordersIn } from './orders-fixture.ts'

const database = useDatabase({ poolSize: 20 })
const keys = use(() => createIdempotencyKeys(database, console))
const me = 'me' as AccountId
const other = 'other' as AccountId

beforeAll(async () => {
  for (const id of [me, other]) await ensureAccount(database.db, id, `${id}@example.com`)
})

const submitAnswer = (changes: Partial<SubmitResponse> = {}): SubmitResponse => ({
  code: 'SVC-ABC234',
  status: 'RECEIVED',
  paid: true,
  printCents: 100,
  shippingCents: 700,
  totalCents: 800,
  gramsPerPart: 5,
  centihoursPerPart: 25,
  unpaidReason: null,
  unpaidCause: null,
  chargeState: 'succeeded',
  paymentPending: false,
  checkoutUrl: null,
  color: 'Black',
  offStock: null,
  ...changes,
})

let made = 0
const newKey = () => {
  made += 1
  return `key-${made}`
}
const [holder, successor] = [randomUUID(), randomUUID()]
const held = (accountId: AccountId, key: string, run = holder) => ({ accountId, key, holder: run })
const claim = (key: string, requestHash = 'hash', accountId = me, run = holder) =>
  keys.claim({ accountId, key, requestHash, holder: run, leaseSeconds: 180 })

/** Makes the key older by the interval. */
async function age(key: string, interval: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) {
    await database.pool.query(
      `update idempotency_keys set ${column} = now() - $2::interval where key = $1`,
      [key, interval],
    )
  }
}

describe('a claimed key', () => {
  verifies('decision.idempotency-running', 'is running for the same request', async () => {
    const key = newKey()
    expect(await claim(key)).toEqual({ kind: 'claimed' })
    expect(await claim(key)).toEqual({ kind: 'running', retryAfterSeconds: 2 })
  })

  verifies('decision.idempotency-other-request', 'is refused for another request', async () => {
    const key = newKey()
    await claim(key, 'first')
    expect(await claim(key, 'second')).toEqual({ kind: 'other_request' })
    await keys.save(held(me, key), submitAnswer())
    expect(await claim(key, 'second')).toEqual({ kind: 'other_request' })
  })

  verifies('decision.idempotency-replay', 'returns the stored response', async () => {
    const key = newKey()
    await claim(key)
    const response = submitAnswer({ color: 'é🧩', ignored: ['colour'] })
    await keys.save(held(me, key), response)
    expect(await claim(key)).toEqual({ kind: 'completed', response: response })
    expect(await claim(key)).toEqual({ kind: 'completed', response: response })
  })

  verifies('decision.idempotency-per-account', async () => {
    const key = newKey()
    await claim(key, 'mine')
    expect(await claim(key, 'theirs', other)).toEqual({ kind: 'claimed' })
    await keys.save(held(me, key), submitAnswer({ color: 'mine' }))
    expect(await claim(key, 'theirs', other)).toMatchObject({ kind: 'running' })
    await keys.release(held(other, key))
    expect(await claim(key, 'mine')).toEqual({
      kind: 'completed',
      response: submitAnswer({ color: 'mine' }),
    })
  })

  test('is given to only one of 64 concurrent callers', async () => {
    const key = newKey()
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => claim(key)))
    expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'running')).toHaveLength(63)
  })

  test('a released key is free, a completed one cannot be released', async () => {
    const key = newKey()
    await claim(key, 'first')
    await keys.release(held(me, key))
    expect(await claim(key, 'second')).toEqual({ kind: 'claimed' })
    await keys.save(held(me, key), submitAnswer())
    await keys.release(held(me, key))
    expect(await claim(key, 'second')).toMatchObject({ kind: 'completed' })
  })

  test('is released for its own account only', async () => {
    const key = newKey()
    await claim(key)
    await keys.release(held(other, key))
    expect(await claim(key)).toMatchObject({ kind: 'running' })
  })

  test('is not released by a stalled run of the request after another took over', async () => {
    const key = newKey()
    await claim(key)
    await age(key, '181 seconds', ['claimed_at'])
    expect(await claim(key, 'hash', me, successor)).toEqual({ kind: 'claimed' })
    await keys.release(held(me, key))
    expect(await claim(key, 'another request')).toEqual({ kind: 'other_request' })
    await keys.release(held(me, key, successor))
    expect(await claim(key, 'another request')).toEqual({ kind: 'claimed' })
  })

  test('the first response stays', async () => {
    const key = newKey()
    await claim(key)
    await keys.save(held(me, key), submitAnswer({ color: 'first' }))
    await keys.save(held(me, key), submitAnswer({ color: 'second' }))
    const response = submitAnswer({ color: 'first' })
    expect(await claim(key)).toEqual({ kind: 'completed', response })
  })
})

describe('an abandoned claim', () => {
  test('is taken over by the same request when its lease expires', async () => {
    const key = newKey()
    await claim(key)
    await age(key, '179 seconds', ['claimed_at'])
    expect(await claim(key)).toMatchObject({ kind: 'running' })
    await age(key, '181 seconds', ['claimed_at'])
    expect(await claim(key, 'another request')).toEqual({ kind: 'other_request' })
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => claim(key)))
    expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
  })

  test('a completed key is never taken over', async () => {
    const key = newKey()
    await claim(key)
    await keys.save(held(me, key), submitAnswer())
    await age(key, '23 hours', ['claimed_at'])
    expect(await claim(key)).toMatchObject({ kind: 'completed' })
  })
})

describe('after 24 hours', () => {
  verifies('decision.idempotency-24-hours', async () => {
    const key = newKey()
    await claim(key, 'first')
    await keys.save(held(me, key), submitAnswer())
    await age(key, '23 hours 59 minutes', ['claimed_at', 'created_at'])
    expect(await claim(key, 'first')).toMatchObject({ kind: 'completed' })
    await age(key, '24 hours 1 second', ['claimed_at', 'created_at'])
    expect(await claim(key, 'another request')).toEqual({ kind: 'claimed' })
    expect(await claim(key, 'first')).toEqual({ kind: 'other_request' })
    // The key lives another 24 hours.
    await age(key, '23 hours', ['claimed_at'])
    await keys.save(held(me, key), submitAnswer())
    expect(await claim(key, 'another request')).toMatchObject({ kind: 'completed' })
  })

  test('a key that is taken over repeatedly still ends 24 hours after it was first sent', async () => {
    const key = newKey()
    await claim(key)
    await age(key, '23 hours', ['claimed_at', 'created_at'])
    expect(await claim(key)).toEqual({ kind: 'claimed' })
    const { rows } = await database.pool.query(
      `select now() - created_at > interval '22 hours' as old from idempotency_keys where key = $1`,
      [key],
    )
    expect(rows).toEqual([{ old: true }])
  })

  test('an order under an expired key releases the key, even if the order is some seconds younger', async () => {
    const orders = ordersIn(database)
    for (const [name, orderAge] of [
      ['as old', '24 hours 1 second'],
      ['some seconds younger', '23 hours 59 minutes 55 seconds'],
    ] as const) {
      const key = newKey()
      await claim(key, 'first')
      const order = newOrder(me, { idempotencyKey: key })
      await orders.insert(order)
      await age(key, '24 hours 1 second', ['claimed_at', 'created_at'])
      await database.pool.query(
        'update orders set created_at = now() - $2::interval where id = $1',
        [order.id, orderAge],
      )
      expect([name, await claim(key, 'another request')]).toEqual([name, { kind: 'claimed' }])
      expect(await orders.readByIdempotencyKey(me, key)).toBeNull()
      expect((await orders.readByCode(order.code))?.idempotencyKey).toBeNull()
    }
  })

  test('an order of the website keeps a key with the same text as that of a submit', async () => {
    const orders = ordersIn(database)
    const key = `web:${newKey()}`
    const order = newOrder(me, { idempotencyKey: key })
    await orders.insert(order)
    await database.pool.query(
      `update orders set created_at = now() - interval '25 hours' where id = $1`,
      [order.id],
    )
    expect(await claim(key)).toEqual({ kind: 'claimed' })
    expect(await orders.readByIdempotencyKey(me, key)).toMatchObject({ code: order.code })
  })

  test('an order under a valid key keeps it', async () => {
    const orders = ordersIn(database)
    const key = newKey()
    await claim(key)
    await orders.insert(newOrder(me, { idempotencyKey: key }))
    await claim(key)
    await claim(key, 'another request')
    expect((await orders.readByIdempotencyKey(me, key))?.idempotencyKey).toBe(key)
  })

  test('the sweep deletes expired keys, and only those', async () => {
    const [old, young] = [newKey(), newKey()]
    await claim(old)
    await claim(young)
    await age(old, '25 hours 1 second', ['claimed_at', 'created_at'])
    await age(young, '23 hours', ['claimed_at', 'created_at'])
    await sweepIdempotencyKeys(database.db)
    const { rows } = await database.pool.query(
      'select key from idempotency_keys where key = any($1)',
      [[old, young]],
    )
    expect(rows).toEqual([{ key: young }])
  })

  test('the sweep leaves an expired key until the order under it is as old', async () => {
    const orders = ordersIn(database)
    const key = newKey()
    await claim(key, 'first')
    const order = newOrder(me, { idempotencyKey: key })
    await orders.insert(order)
    await age(key, '24 hours 1 second', ['claimed_at', 'created_at'])
    await database.pool.query(
      `update orders set created_at = now() - interval '23 hours 59 minutes 55 seconds' where id = $1`,
      [order.id],
    )
    await sweepIdempotencyKeys(database.db)
    expect(await claim(key, 'another request')).toEqual({ kind: 'claimed' })
    expect(await orders.readByIdempotencyKey(me, key)).toBeNull()
  })
})

verifies(
  'decision.idempotency-length',
  'the database accepts 255 characters and not one more',
  async () => {
    expect(await claim('é'.repeat(255))).toEqual({ kind: 'claimed' })
    await expect(claim('x'.repeat(256))).rejects.toThrow()
  },
)
