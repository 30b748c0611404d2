// The billing documents that each payment and its returns must have after every issuing run.

import { taxIn } from './prices.ts'
import {
  type Billed,
  type Document,
  type History,
  lostOf,
  type MovedBack,
  movedOf,
  type OrderRecord,
  type PurchaseRecord,
  purchasesOf,
} from './record.ts'
import { taxRates } from './stage.ts'

/** Records everything that is due now. */
export function noteDocuments(history: History): void {
  for (const order of history.orders.filter(({ isPaid }) => isPaid)) {
    const { totalCents, giftCents, country } = order
    add(order, { cents: totalCents, giftCents, percent: taxRates[country] }, ofOrder(order))
  }
  for (const purchase of purchasesOf(history)) {
    const { amountCents: cents, country } = purchase
    add(purchase, { cents, giftCents: 0, percent: taxRates[country ?? ''] }, ofPurchase(purchase))
  }
}

type Payment = {
  readonly cents: number
  readonly giftCents: number
  readonly percent: number | undefined
}
type Moved = readonly (readonly [source: string, moved: MovedBack])[]

/** Adds an invoice once, and for each source the difference between the reversed amount and its documents. */
function add(billed: Billed, { cents, giftCents, percent }: Payment, moved: Moved): void {
  const { documents, credited } = billed
  const issue = (document: Omit<Document, 'taxCents'>) =>
    documents.push({ ...document, taxCents: taxIn(document.cents, percent) })
  if (documents.length === 0) issue({ kind: 'invoice', cents, giftCents })
  for (const [source, now] of moved) {
    const before = credited.get(source) ?? { giftCents: 0, cardCents: 0 }
    const gift = now.giftCents - before.giftCents
    const change = gift + now.cardCents - before.cardCents
    credited.set(source, now)
    if (change === 0) continue
    const kind = change > 0 ? 'credit_note' : 'cancellation'
    issue({ kind, cents: Math.abs(change), giftCents: Math.abs(gift) })
  }
}

const ofOrder = (order: OrderRecord): Moved => [
  ...order.refunds.map((refund) => [`refund ${refund.id}`, movedOf(refund)] as const),
  ['disputes', { giftCents: 0, cardCents: lostOf(order) }],
]

/** Returns the reversals of a purchase. A dispute counts once it is lost. */
const ofPurchase = ({ returns, disputes }: PurchaseRecord): Moved =>
  returns.map(({ id, by, cents, isReinstated }) => {
    const isLost = disputes.some((dispute) => dispute.id === id && dispute.status === 'lost')
    const isBack = !isReinstated && (by === 'refund' || isLost)
    return [id, { giftCents: 0, cardCents: isBack ? cents : 0 }]
  })
