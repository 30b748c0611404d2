// Orders in a real PostgreSQL: stored fields, unique rules, reading, and statuses.

import { beforeAll, describe, expect, test } from 'bun:test'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import { orderStatusLabels } from '../../server/domain/orders/record/status.ts'
import {
  newOrder,
  noCard,
  placedOrder,
  printOptions,
  shippingAddress,
} from '../../testing/orders.ts'
import { verifies } from '../helpers/verifies.ts'
import { useOrders } from './orders-fixture.ts'

const { database, orders, me, newAccount, inserted, events } = useOrders()
let other: AccountId
beforeAll(async () => {
  other = await newAccount('other')
})

describe('inserting', () => {
  test('every field is returned as it was written', async () => {
    const order = await inserted({
      source: 'mcp',
      options: printOptions({
        material: 'tpu',
        quality: 'premium',
        quantity: 50,
        color: 'Île 🧩',
        infill: 55,
        nozzleDiameter: 0.6,
        nozzleFlow: 'high',
        layerHeight: 0.27,
        note: 'a "note"\nof two lines',
        units: 'in',
      }),
      address: shippingAddress({ street2: 'c/o X', country: 'DE', phone: ' +49 30 ' }),
      idempotencyKey: 'key-1',
      payment: noCard,
      plannedSeconds: 1_234,
      supports: {
        decision: 'turn',
        filamentCm3: 0,
        seconds: 0,
        unsupportedMm2: 12.5,
        turnedMm: [40, 20, 10.25],
      },
    })
    const read = await orders.readByCode(order.code)
    const { createdAt, updatedAt } = read ?? { createdAt: new Date(0), updatedAt: new Date(0) }
    expect(read).toEqual(placedOrder(order, { createdAt, updatedAt }))
    expect(Math.abs(Date.now() - createdAt.getTime())).toBeLessThan(60_000)
    expect(await events(order)).toEqual([['PENDING_PAYMENT', 'submit']])
  })

  verifies('decision.code-unique', async () => {
    const first = await inserted()
    expect(await orders.insert(newOrder(me, { code: first.code }))).toEqual({ kind: 'code_taken' })
    expect(await orders.insert(newOrder(other, { code: first.code }))).toEqual({
      kind: 'code_taken',
    })
  })

  verifies('decision.idempotency-per-account', 'a key is unique per account', async () => {
    await inserted({ idempotencyKey: 'same' })
    expect(await orders.insert(newOrder(me, { idempotencyKey: 'same' }))).toEqual({
      kind: 'key_taken',
    })
    expect(await orders.insert(newOrder(other, { idempotencyKey: 'same' }))).toEqual({
      kind: 'inserted',
    })
    expect(await orders.insert(newOrder(me, { idempotencyKey: 'Same' }))).toEqual({
      kind: 'inserted',
    })
    await inserted({ idempotencyKey: null })
    await inserted({ idempotencyKey: null })
  })

  test('one of twenty concurrent orders with the same key is inserted', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => orders.insert(newOrder(me, { idempotencyKey: 'race' }))),
    )
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(
      ['inserted', ...Array(19).fill('key_taken')].sort(),
    )
    const held = await orders.readByIdempotencyKey(me, 'race')
    expect(held?.idempotencyKey).toBe('race')
    expect(await orders.readByIdempotencyKey(other, 'race')).toBeNull()
  })

  test('an order of an unknown account throws', async () => {
    await expect(orders.insert(newOrder('nobody' as AccountId))).rejects.toThrow()
  })

  verifies('limits.order.minimum-total', 'the database also enforces the minimum', async () => {
    const price = (totalCents: number) => ({
      printCents: totalCents,
      shippingCents: 0,
      totalCents,
      gramsPerPart: 1,
      centihoursPerPart: 0,
    })
    await expect(orders.insert(newOrder(me, { price: price(49) }))).rejects.toThrow()
    expect(await orders.insert(newOrder(me, { price: price(50) }))).toEqual({ kind: 'inserted' })
  })

  test('a total that is not print plus shipping is refused', async () => {
    const price = { ...newOrder(me).price, totalCents: 801 }
    await expect(orders.insert(newOrder(me, { price }))).rejects.toThrow()
  })

  verifies('status.values', async () => {
    const order = await inserted({ payment: noCard })
    const update = (status: string) =>
      database.pool.query('update orders set status = $1 where code = $2', [status, order.code])
    for (const status of Object.keys(orderStatusLabels)) await update(status)
    expect(Object.keys(orderStatusLabels)).toHaveLength(9)
    for (const status of ['LOST', 'received', '', 'PAID']) {
      await expect(update(status)).rejects.toThrow('orders_status_check')
    }
  })
})

describe('reading', () => {
  verifies(['decision.code-byte-for-byte', 'orders.read.case-sensitive'], async () => {
    const order = await inserted()
    expect(await orders.readByCode(order.code.toLowerCase())).toBeNull()
    expect(await orders.readOwned(me, order.code.toLowerCase())).toBeNull()
    expect(await orders.readByCode(`${order.code} `)).toBeNull()
    expect(await orders.readByCode('SVC-ABCDEFGH')).toBeNull()
    expect((await orders.readOwned(me, order.code))?.id).toBe(order.id)
    expect(await orders.readOwned(other, order.code)).toBeNull()
  })

  test('the newest orders of an account come first', async () => {
    const reader = await newAccount('reader')
    const codes: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const order = newOrder(reader)
      await orders.insert(order)
      codes.unshift(order.code)
    }
    const listed = await orders.listRecent(reader, 3)
    expect(listed.map(({ code }) => code)).toEqual(codes.slice(0, 3))
    expect((await orders.listRecent(reader, 20)).map(({ code }) => code)).toEqual(codes)
    expect(await orders.listRecent(await newAccount('idle'), 20)).toEqual([])
  })

  test('a checkout is stored with its order', async () => {
    const order = await inserted()
    const first = { sessionId: 'cs_1', url: null, previous: null }
    expect(await orders.saveCheckout(order.id, first)).toBe(true)
    // The call is repeated, as after a lost response.
    expect(await orders.saveCheckout(order.id, first)).toBe(true)
    const rival = { sessionId: 'cs_9', url: null, previous: null }
    expect(await orders.saveCheckout(order.id, rival)).toBe(false)
    await orders.saveCheckout(order.id, {
      sessionId: 'cs_2',
      url: 'https://pay.example/2',
      previous: 'cs_1',
    })
    expect(await orders.readByCode(order.code)).toMatchObject({
      checkout: { sessionId: 'cs_2', url: 'https://pay.example/2' },
    })
  })
})

describe('statuses', () => {
  const by = 'operator@example.com'

  test('a paid order accepts any of the eight values in any order', async () => {
    const order = await inserted()
    await orders.markPaid(order.code, {
      paymentId: paymentIdOf(`pi_${order.code}`),
      amountCents: 800,
    })
    const walk = ['DELIVERED', 'RECEIVED', 'SHIPPED', 'PRINTING', 'CANCELLED', 'PRINTED'] as const
    for (const status of walk) {
      const set = await orders.setStatus(order.code, { status, tracking: null, by })
      expect(set?.status).toBe(status)
    }
    expect((await events(order)).slice(2)).toEqual(walk.map((status) => [status, by]))
  })

  verifies('states.unpaid-not-queued', 'an unpaid order can only be closed', async () => {
    const order = await inserted()
    for (const status of [
      'RECEIVED',
      'ACCEPTED',
      'PRINTING',
      'PRINTED',
      'SHIPPED',
      'DELIVERED',
    ] as const) {
      expect(await orders.setStatus(order.code, { status, tracking: null, by })).toBeNull()
    }
    expect((await orders.readByCode(order.code))?.status).toBe('PENDING_PAYMENT')
    expect(await events(order)).toHaveLength(1)
    for (const status of ['REJECTED', 'CANCELLED'] as const) {
      const closed = await orders.setStatus(order.code, { status, tracking: null, by })
      expect(closed).toMatchObject({ status, payment: { kind: 'settling' } })
    }
  })

  test('tracking is returned with its time', async () => {
    const order = await inserted()
    await orders.markPaid(order.code, {
      paymentId: paymentIdOf(`pi_${order.code}`),
      amountCents: 800,
    })
    const tracking = {
      carrier: 'UPS',
      number: '1Z999',
      url: null,
      shippedAt: new Date('2026-11-20T08:15:30.250Z'),
    }
    await orders.setStatus(order.code, { status: 'SHIPPED', tracking, by })
    expect((await orders.readByCode(order.code))?.tracking).toEqual(tracking)
    expect(await orders.setStatus('SVC-ZZZZZZ', { status: 'SHIPPED', tracking, by })).toBeNull()
  })

  verifies(['states.print-finished', 'states.print-finished-only-from-printing'], async () => {
    const order = await inserted()
    await orders.markPaid(order.code, {
      paymentId: paymentIdOf(`pi_${order.code}`),
      amountCents: 800,
    })
    expect(await orders.finishPrint(order.code)).toEqual({ status: 'RECEIVED' })
    await orders.setStatus(order.code, { status: 'PRINTING', tracking: null, by })
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => orders.finishPrint(order.code)),
    )
    const finished = outcomes.filter((outcome) => outcome !== null && 'finished' in outcome)
    expect(finished).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== null && 'status' in outcome)).toHaveLength(9)
    expect((await orders.readByCode(order.code))?.status).toBe('PRINTED')
    expect((await events(order)).at(-1)).toEqual(['PRINTED', 'print job'])
    expect(await orders.finishPrint('SVC-ZZZZZZ')).toBeNull()
  })

  test('a change moves updatedAt and not createdAt', async () => {
    const order = await inserted()
    const before = await orders.readByCode(order.code)
    const set = await orders.setStatus(order.code, { status: 'REJECTED', tracking: null, by })
    expect(set?.createdAt).toEqual(before?.createdAt ?? new Date(0))
    expect(set?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0)
  })
})
