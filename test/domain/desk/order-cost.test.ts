// Cost of an order, derived manually: PLA at 2,000 cents per kilogram (2 a gram), 50 cents an hour, 700 and 3,000 for
// a parcel.
import { describe, expect, test } from 'bun:test'
import { defaultCosts, filamentCosts } from '../../../server/domain/desk/cost-rates.ts'
import { costOf, type JobWork } from '../../../server/domain/desk/order-cost.ts'
import type { LabelCost } from '../../../server/domain/desk/postage.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import { ownLine } from '../../../server/domain/orders/record/order-lines.ts'
import { payment, printOptions, shippingAddress } from '../../../testing/orders.ts'
import { paidOrder } from '../orders/refund-stage.ts'

/** 3 parts, each of 10 g and an hour, for $50. */
const order = (changes: Partial<Order> = {}): Order => ({
  ...paidOrder,
  status: 'ACCEPTED',
  options: printOptions({ quantity: 3 }),
  price: {
    ...paidOrder.price,
    printCents: 4300,
    shippingCents: 700,
    totalCents: 5000,
    gramsPerPart: 10,
    centihoursPerPart: 100,
  },
  plannedSeconds: null,
  refundedCents: 0,
  refundingCents: 0,
  lostCents: 0,
  ...changes,
})

type Work = {
  readonly jobs?: readonly JobWork[]
  readonly feeCents?: number | null
  readonly labels?: readonly LabelCost[]
}

const cost = (changes: Partial<Order>, { jobs = [], feeCents = null, labels = [] }: Work = {}) => {
  const placed = order(changes)
  return costOf(
    { order: placed, lines: [ownLine(placed)], work: { jobs, feeCents, labels } },
    defaultCosts,
  )
}

const done = (parts: number, good: number, work: Partial<JobWork> = {}): JobWork => ({
  line: null,
  isDone: true,
  parts,
  good,
  seconds: 3600,
  milligrams: 20_000,
  ...work,
})
const open = (parts: number, work: Partial<JobWork> = {}): JobWork => ({
  ...done(parts, 0, work),
  isDone: false,
})

describe('the cost of an order', () => {
  test('without jobs is that of its price: 30 g, 3 hours, a parcel', () => {
    expect(cost({})).toEqual({
      milligrams: 30_000,
      seconds: 10_800,
      filamentCents: 60,
      printerCents: 150,
      postageCents: 700,
      chargedPostageCents: 700,
      parcel: 'planned',
      labels: [],
      feeCents: null,
      paidCents: 5000,
      returnedCents: 0,
      // 5000 - 60 - 150 - 700.
      marginCents: 4090,
      isPlanned: true,
    })
  })

  test('is planned in real hours when they are known', () => {
    expect(cost({ plannedSeconds: 5400 })).toMatchObject({ seconds: 5400, printerCents: 75 })
  })

  test('is that of its jobs, including scrap, and of the processor', () => {
    const jobs = [
      // 36 g and 2.5 hours for 3 parts, of which one is scrap and is printed again: no file states its weight, so 10
      // g.
      done(3, 2, { milligrams: 36_000, seconds: 9000 }),
      open(1, { milligrams: null }),
    ]
    expect(cost({ status: 'PRINTING' }, { jobs, feeCents: 175 })).toMatchObject({
      milligrams: 46_000,
      seconds: 12_600,
      filamentCents: 92,
      printerCents: 175,
      // 5000 - 92 - 175 - 700 - 175.
      marginCents: 3858,
      isPlanned: true,
    })
  })

  test('counts parts without a job as they were planned', () => {
    const jobs = [done(2, 2)]
    expect(cost({ status: 'PRINTED' }, { jobs })).toMatchObject({
      // 20 g of the job and 10 g of the third part; an hour each.
      milligrams: 30_000,
      seconds: 7200,
      isPlanned: false,
    })
  })

  test('has no more than was printed once it is closed', () => {
    const jobs = [done(1, 1, { milligrams: 12_500, seconds: 1800 }), open(1)]
    const closed = { status: 'CANCELLED', refundedCents: 5000 } as const
    // 25 cents of filament, 25 of the printer, and the fee stays with the processor: -225.
    expect(cost(closed, { jobs, feeCents: 175 })).toMatchObject({
      filamentCents: 25,
      printerCents: 25,
      postageCents: 0,
      parcel: 'none',
      returnedCents: 5000,
      marginCents: -225,
      isPlanned: false,
    })
    const returned = cost({ refundedCents: 5000 }, { jobs, feeCents: 175 })
    expect(returned?.marginCents).toBe(-225)
  })

  test('keeps its parcel when it is refunded after it was sent', () => {
    const sent = cost({ status: 'SHIPPED', refundedCents: 3000, lostCents: 2000 })
    // 0 - 60 - 150 - 700.
    expect(sent).toMatchObject({ returnedCents: 5000, marginCents: -910, parcel: 'shipped' })
  })

  test('is that of the labels that were bought at the desk, of second parcels as well', () => {
    const labels = [{ labels: 2, cents: 593 + 690, currency: 'USD' }]
    expect(cost({ status: 'SHIPPED' }, { labels })).toMatchObject({
      postageCents: 1283,
      chargedPostageCents: 700,
      labels,
      // 5000 - 60 - 150 - 1283.
      marginCents: 3507,
    })
  })

  test('has the label of an order that was closed before it was sent', () => {
    const labels = [{ labels: 1, cents: 593, currency: 'USD' }]
    const closed = cost({ status: 'CANCELLED', refundedCents: 5000 }, { labels })
    expect([closed?.postageCents, closed?.marginCents]).toEqual([593, -593])
  })

  test('has the parcel of the configuration if a label was paid in another currency', () => {
    const labels = [
      { labels: 1, cents: 480, currency: 'EUR' },
      { labels: 1, cents: 593, currency: 'USD' },
    ]
    expect(cost({}, { labels })).toMatchObject({ postageCents: 700, labels })
  })

  test('was charged no postage if it is printed unpaid', () => {
    const gift = cost({ payment: payment(), status: 'PRINTED' }, { jobs: [done(3, 3)] })
    expect(gift?.chargedPostageCents).toBe(0)
  })

  test('has the more expensive parcel abroad', () => {
    const address = shippingAddress({ country: 'DE' })
    expect(cost({ address })?.postageCents).toBe(3000)
  })

  test('is nothing before it is paid, and has no income when it is printed unpaid', () => {
    expect(cost({ payment: payment() })).toBeNull()
    const gift = cost({ payment: payment(), status: 'PRINTED' }, { jobs: [done(3, 3)] })
    // 40 + 50 + 700.
    expect([gift?.paidCents, gift?.marginCents]).toEqual([0, -790])
  })

  test('sums lines of several materials before rounding', () => {
    const placed = order()
    const line = (place: number, material: 'pla' | 'tpu', gramsPerPart: number) => ({
      ...ownLine(placed),
      place,
      options: printOptions({ quantity: 1, material }),
      price: { ...placed.price, gramsPerPart },
    })
    const lines = [line(1, 'pla', 10), line(2, 'tpu', 5)]
    const jobs = [done(1, 1, { line: 2, milligrams: 4_850 })]
    const summed = costOf(
      { order: placed, lines, work: { jobs, feeCents: null, labels: [] } },
      defaultCosts,
    )
    // 10 g at 2 cents, 4.85 g at 3: 34.55 cents.
    expect(summed).toMatchObject({ milligrams: 14_850, filamentCents: 35 })
  })
})

test('an omitted material keeps its price', () => {
  expect(filamentCosts(['petg:1850'])).toEqual({
    pla: 2000,
    petg: 1850,
    abs: 2000,
    asa: 2500,
    tpu: 3000,
  })
})
