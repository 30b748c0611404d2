// Orders in every state that their pages distinguish, without a database.
import { accountIdOf } from '../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import type { Order, WebDetails } from '../../server/domain/orders/record/order.ts'
import type { OrderLine } from '../../server/domain/orders/record/order-lines.ts'
import type { OrderPayment } from '../../server/domain/orders/record/payment.ts'
import type { OrderStatus } from '../../server/domain/orders/record/status.ts'
import { sheetLinesOf } from '../../server/pages/orders/sheet-lines.ts'
import { newOrder, paidWith, payment, placedOrder, printOptions } from '../orders.ts'

const unpaid = { chargeState: 'none' } as const

export const shownPayments = {
  paid: paidWith(paymentIdOf('pi_1'), 'none'),
  charged: paidWith(paymentIdOf('pi_1')),
  gift: payment({ paid: true, chargeState: 'none' }),
  settling: payment({ chargeState: 'unknown' }),
  declined: payment({ chargeState: 'declined' }),
  arrivedLate: payment({ chargeState: 'declined', cause: 'arrived_late' }),
  notMade: payment({ chargeState: 'not_made' }),
  noCard: payment({ ...unpaid, cause: 'no_card' }),
  pending: payment({ ...unpaid, isPending: true }),
} as const satisfies Readonly<Record<string, OrderPayment>>

const web: WebDetails = {
  lineCount: 1,
  grams: 40,
  centihours: 230,
  giftCents: 0,
  giftRefundedCents: 0,
  requestHash: 'hash',
}

/** API orders, and web orders with one line, several lines and a gift card. */
export const shownSources = {
  api: null,
  web,
  lines: { ...web, lineCount: 3, grams: 1234 },
  giftCard: { ...web, giftCents: 500 },
  allByGiftCard: { ...web, giftCents: 800 },
} as const satisfies Readonly<Record<string, WebDetails | null>>

const account = accountIdOf('00000000-0000-4000-8000-000000000001')

export const shownOrder = (changes: Partial<Order> = {}): Order =>
  placedOrder(newOrder(account, { code: 'SVC-7KQ2ZM' }), changes)

const supports = {
  decision: 'supports',
  filamentCm3: 2,
  seconds: 97_200,
  unsupportedMm2: 90,
  turnedMm: null,
} as const

const { file, price } = shownOrder()

/** Lines with every kind of setting. */
const settings: readonly OrderLine[] = [
  {
    place: 1,
    options: printOptions({ material: 'petg', color: 'Sakura Pink', quality: 'premium' }),
    price,
    file,
    supports,
    size: { dimensionsMm: [80, 40, 0.83], unit: 'mm' },
  },
  {
    place: 2,
    options: printOptions({
      color: 'teal',
      quantity: 12,
      units: 'in',
      nozzleDiameter: 0.6,
      nozzleFlow: 'high',
      layerHeight: 0.1234,
    }),
    price: { ...price, printCents: 226_100 },
    file,
    supports: { ...supports, decision: 'turn' },
    size: null,
  },
  {
    place: 3,
    options: printOptions({ color: 'Default' }),
    price,
    file: { ...file, format: 'gcode', fileName: 'sliced.gcode' },
    supports: { ...supports, filamentCm3: null, seconds: null },
  },
]

/** The lines of a page: one line of each kind, and all of them. */
export const shownOrderLines: readonly (readonly OrderLine[])[] = [
  ...settings.map((line) => [line]),
  settings,
]

export const shownLines = shownOrderLines.map((lines) =>
  sheetLinesOf(lines, { isOwner: false, jobs: [] }),
)

/** Statuses that orders with the payment can have. */
export const statusesOf = ({ kind }: OrderPayment): readonly OrderStatus[] =>
  kind === 'paid' || kind === 'gift'
    ? ['RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED', 'SHIPPED', 'DELIVERED', ...closed]
    : ['PENDING_PAYMENT', 'ACCEPTED', 'PRINTING', 'PRINTED', 'SHIPPED', 'DELIVERED', ...closed]

const closed = ['CANCELLED', 'REJECTED'] as const
