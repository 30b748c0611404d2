// Plain print options, addresses and measurements for tests; every test names only the values that it tests.

import { noBuyerDetails } from '../server/domain/accounts/buyer.ts'
import type { AccountId, Credential } from '../server/domain/base/caller.ts'
import { customerIdOf } from '../server/domain/base/ids/customer-id.ts'
import { orderIdOf } from '../server/domain/base/ids/order-id.ts'
import type { PaymentId } from '../server/domain/base/ids/payment-id.ts'
import { paymentMethodIdOf } from '../server/domain/base/ids/payment-method-id.ts'
import { quoteIdOf } from '../server/domain/base/ids/quote-id.ts'
import type { PrintOptions } from '../server/domain/catalog/options.ts'
import type { Estimated } from '../server/domain/measurement/processing.ts'
import type { MeshReport, SlicedReport } from '../server/domain/models/report.ts'
import { newOrderCode } from '../server/domain/orders/record/code.ts'
import type { NewOrder, Order, ShippingAddress } from '../server/domain/orders/record/order.ts'
import {
  type ChargeCard,
  type ChargeState,
  chargeCardOf,
  isPaid,
  isPaymentPending,
  type NewPayment,
  type OrderPayment,
  type PaymentFacts,
  paymentIdOfOrder,
  paymentOf,
  unpaidReasonOf,
} from '../server/domain/orders/record/payment.ts'
import type { NewQuote } from '../server/domain/quotes/quote.ts'

/** Returns the options of a submit without any option field, but in stock black. */
export function printOptions(changes: Partial<PrintOptions> = {}): PrintOptions {
  return {
    material: 'pla',
    quality: 'standard',
    quantity: 1,
    color: 'Black',
    infill: 20,
    nozzleDiameter: 0.4,
    nozzleFlow: 'standard',
    layerHeight: 0.2,
    note: null,
    units: null,
    ...changes,
  }
}

/** An estimate of a part that prints without rotation or supports. */
export const estimatedPart = {
  kind: 'estimated',
  filamentCm3: 4.2,
  seconds: 950,
  plates: [],
  layers: 100,
  rangePercent: 5,
  supports: { decision: 'none', unsupportedMm2: 0, filamentCm3: 0, seconds: 0, turned: null },
} as const satisfies Estimated

export function shippingAddress(changes: Partial<ShippingAddress> = {}): ShippingAddress {
  return {
    recipientName: 'Test Recipient',
    street1: '1 Test Street',
    street2: null,
    city: 'Testville',
    state: 'CA',
    zip: '94000',
    country: 'US',
    email: 'recipient@example.com',
    phone: null,
    ...changes,
  }
}

/** Returns a measured mesh with the given volume in cm3; only the volume and the changed fields matter. */
export function meshReport(volumeCm3: number, changes: Partial<MeshReport> = {}): MeshReport {
  const side = 10 * Math.cbrt(volumeCm3)
  return {
    unit: 'mm',
    unitSource: 'default',
    triangles: 12,
    dimensionsMm: [side, side, side],
    volumeCm3,
    surfaceCm2: 6 * Math.cbrt(volumeCm3) ** 2,
    watertight: true,
    boundaryEdges: 0,
    nonManifoldEdges: 0,
    degenerateTriangles: 0,
    components: 1,
    maxOverhangDeg: 90,
    ...changes,
  }
}

/** Returns an already-sliced file that states only the given values. */
export function slicedReport(stated: Partial<SlicedReport>): SlicedReport {
  return {
    slicer: 'PrusaSlicer 2.9.6',
    plates: 1,
    grams: null,
    filamentCm3: null,
    filamentMm: null,
    diameterMm: null,
    seconds: null,
    layers: null,
    perPlate: [
      {
        extents: { min: [50, 50, 0], max: [150, 150, 10] },
        heat: { nozzleC: 200, bedC: 60, chamberC: 0, leftOn: [] },
        bambuOnly: false,
        review: [],
      },
    ],
    ...stated,
  }
}

const testCard: ChargeCard = {
  customerId: customerIdOf('cus_1'),
  paymentMethodId: paymentMethodIdOf('pm_1'),
}
/** Returns the payment of a new order whose saved card is charged. */
export const newCharge = (credential: Credential = 'api_key', card = testCard): NewPayment => ({
  kind: 'charge',
  credential,
  card,
})

/** Payment of a new order of an account without a card. */
export const noCard: NewPayment = { kind: 'no_card', credential: 'api_key' }

/** Returns the payment of an order: unpaid, with a started charge, except for the given facts. */
export const payment = (facts: Partial<PaymentFacts> = {}): OrderPayment =>
  paymentOf({
    paid: false,
    paymentId: null,
    chargeState: 'started',
    card: testCard,
    cause: null,
    reason: null,
    isPending: false,
    ...facts,
  })

/**
 * Returns the payment of an order paid with a card, by the charge of the order unless the test names another state.
 */
export const paidWith = (paymentId: PaymentId, chargeState: ChargeState = 'succeeded') =>
  payment({ paid: true, paymentId, chargeState })

/** An order with the columns of its payment and its checkout. */
export type FlatOrder = ReturnType<typeof flatOrder>

export const flatOrder = ({ payment: kept, checkout, ...order }: Order) => ({
  ...order,
  paid: isPaid({ payment: kept }),
  chargeState: kept.chargeState,
  chargeCard: chargeCardOf({ payment: kept }),
  unpaidReason: unpaidReasonOf({ payment: kept }),
  paymentPending: isPaymentPending({ payment: kept }),
  paymentId: paymentIdOfOrder({ payment: kept }),
  checkoutSessionId: checkout?.sessionId ?? null,
  checkoutUrl: checkout?.url ?? null,
})

/** Returns a priced order of one black part with a started charge. */
export function newOrder(accountId: AccountId, changes: Partial<NewOrder> = {}): NewOrder {
  const sha256 = 'ab'.repeat(32)
  return {
    id: orderIdOf(crypto.randomUUID()),
    code: newOrderCode({ randomInt: (below) => Math.floor(Math.random() * below) }),
    accountId,
    source: 'rest',
    options: printOptions(),
    address: shippingAddress(),
    buyer: noBuyerDetails,
    reference: null,
    price: {
      printCents: 100,
      shippingCents: 700,
      totalCents: 800,
      gramsPerPart: 5,
      centihoursPerPart: 25,
    },
    file: {
      uri: `gs://svc-local/models/${sha256}.stl`,
      fileName: 'cube.stl',
      sha256,
      sizeBytes: 684,
      format: 'stl',
    },
    plannedSeconds: null,
    supports: null,
    size: { dimensionsMm: [20, 20, 20], unit: 'mm' },
    idempotencyKey: null,
    payment: newCharge(),
    fileReview: null,
    ...changes,
  }
}

let quotes = 0

/** Returns a quote of the same part, measured without a slicer and valid for 24 hours. */
export function newQuote(accountId: AccountId, changes: Partial<NewQuote> = {}): NewQuote {
  quotes += 1
  const { options, price, file } = newOrder(accountId)
  const createdAt = new Date()
  return {
    id: quoteIdOf(`quote_${quotes}`),
    accountId,
    country: 'US',
    options,
    price,
    file,
    measurement: {
      source: 'geometry',
      dimensionsMm: [20, 20.5, 20],
      unit: 'mm',
      volumeCm3: 8.2,
      grams: 4.07,
      hours: 0.2,
      layers: 100,
      marginPercent: 6,
      supports: {
        decision: 'supports',
        filamentCm3: 0.5,
        seconds: 120,
        unsupportedMm2: 90,
        turnedMm: null,
      },
      warnings: ['a word'],
    },
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 24 * 3_600_000),
    ...changes,
  }
}

const causes = { charge: null, no_card: 'no_card', checkout: 'awaits_checkout' } as const

const reasons = {
  charge: null,
  no_card: 'No card on file',
  checkout: 'Waiting for the payment at checkout',
} as const

/** Returns the order as stored in the database right after its insertion, at a time that the test chooses. */
export function placedOrder(
  { payment: planned, ...order }: NewOrder,
  changes: Partial<Order> = {},
): Order {
  const at = new Date('2026-11-21T10:00:00Z')
  return {
    ...order,
    web: null,
    termsId: null,
    quoteId: null,
    status: 'PENDING_PAYMENT',
    payment: payment({
      chargeState: planned.kind === 'charge' ? 'started' : 'none',
      cause: causes[planned.kind],
      reason: reasons[planned.kind],
    }),
    checkout: null,
    tracking: null,
    enteredTracking: null,
    version: 1,
    refundedCents: 0,
    refundingCents: 0,
    disputedCents: 0,
    lostCents: 0,
    hold: null,
    priority: 'normal',
    dueAt: null,
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
}
