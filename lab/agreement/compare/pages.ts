// Compares the pages of an order with the history: its public page, receipt, the owner's list and the desk's page.
import {
  cardCentsOf,
  disputedOf,
  lostOf,
  movedCents,
  type OrderRecord,
  type Refund,
  refundableOf,
  refundedOf,
  refundingOf,
  sum,
} from '../record.ts'
import type { Stage } from '../stage.ts'
import { expectSame, expectSameItems, type Findings } from './findings.ts'
import { amountsIn, dollars, rowsIn, textsIn } from './texts.ts'

export async function comparePages(
  stage: Stage,
  order: OrderRecord,
  findings: Findings,
): Promise<void> {
  const { read, operator } = stage
  const { code, customer, isPaid } = order
  const page = async (path: string, cookie = '') => {
    findings.pages += 1
    return await (await read(path, cookie)).text()
  }
  comparePublic(order, await page(`/orders/${code}`), findings)
  if (isPaid) compareReceipt(order, await page(`/orders/${code}/receipt`), findings)
  if (isPaid) {
    compareInvoice(order, await page(`/orders/${code}/receipt`, customer.cookie), findings)
  }
  compareListed(order, await page(`/account/orders?q=${code}`, customer.cookie), findings)
  compareDesk(order, await page(`/operator/orders/${code}`, operator), findings)
}

type Row = readonly [string, string]

/** Returns the rows from the total on. */
function totalRows(order: OrderRecord): readonly Row[] {
  const { totalCents, giftCents, refunds } = order
  const gift: readonly Row[] =
    giftCents === 0
      ? []
      : [
          ['Gift card', dollars(-giftCents)],
          ['By card', dollars(cardCentsOf(order))],
        ]
  const lost = lostOf(order)
  const hasLess = refunds.some((refund) => movedCents(refund) > 0) || lost > 0
  return [
    ['Total', dollars(totalCents)],
    ...gift,
    ...refunds.flatMap(refundRow),
    ...(lost === 0 ? [] : [['Returned to the card', dollars(-lost)] as const]),
    ...(hasLess
      ? [['Total after refunds', dollars(totalCents - refundedOf(order) - lost)] as const]
      : []),
  ]
}

function refundRow(refund: Refund): readonly Row[] {
  const { state, giftCents, cardCents } = refund
  if (state === 'settling') {
    return [['Refund (not confirmed yet)', dollars(-giftCents - cardCents)]]
  }
  const moved = movedCents(refund)
  return moved === 0 ? [] : [['Refund', dollars(-moved)]]
}

const postageRow = ({ postageCents }: OrderRecord): Row => [
  'Postage',
  postageCents === 0 ? 'Free' : dollars(postageCents),
]

const printRow = ({ lines }: OrderRecord): Row => [
  'Print',
  dollars(sum(lines.map(({ printCents }) => printCents))),
]

function comparePublic(order: OrderRecord, html: string, findings: Findings): void {
  const where = `order page of ${order.code}`
  expectSameItems(findings, `${where}, price`, rowsIn(html, '#order-price table.price'), [
    printRow(order),
    postageRow(order),
    ...totalRows(order),
  ])
  if (order.lines.length > 1) {
    expectSame(
      findings,
      `${where}, lines`,
      rowsIn(html, 'section[aria-labelledby="ordered"] table.price').map(([, amount]) => amount),
      order.lines.map(({ printCents }) => dollars(printCents)),
    )
  }
  expectSame(
    findings,
    `${where}, payment`,
    amountsIn(textsIn(html, '#order-payment').join(' ')),
    paymentAmounts(order),
  )
  const told = textsIn(html, '#order-timeline li > span').filter((text) => text.includes('$'))
  expectSameItems(
    findings,
    `${where}, history`,
    told.map(withoutParts),
    order.refunds.flatMap(historyOf),
  )
}

/** Removes the parts of a refund from the text. */
const withoutParts = (text: string): string => text.replace(/ for .* (paid out|sent)$/, ' $1')

function historyOf({ state, giftCents, cardCents }: Refund): string[] {
  const all = dollars(giftCents + cardCents)
  if (state === 'succeeded') return [`Refund of ${all} paid out`]
  if (state !== 'returned') return []
  return [`Refund of ${all} sent`, `${dollars(cardCents)} of a refund returned by the bank`]
}

/** Returns the text of the desk's payment panel. */
function paymentAmounts(order: OrderRecord): readonly number[] {
  const { isPaid, isClosed, totalCents } = order
  if (!isPaid) return isClosed ? [] : [cardCentsOf(order)]
  if (!isClosed) return []
  const [refunded, refunding, lost] = [refundedOf(order), refundingOf(order), lostOf(order)]
  if (lost > 0) return refunded === 0 ? [totalCents, lost] : [totalCents, refunded, lost]
  if (refunded === totalCents) return [totalCents]
  if (refunding > 0) return [totalCents, refunding]
  return refunded === 0 ? [totalCents] : [totalCents, refunded]
}

/** Compares the receipt for anyone with the link, which has no tax. */
function compareReceipt(order: OrderRecord, html: string, findings: Findings): void {
  const lines = order.lines.map(
    // The name of the file is omitted.
    ({ quantity, printCents }): Row => [`${quantity} × 3D printed part`, dollars(printCents)],
  )
  expectSameItems(findings, `receipt of ${order.code}`, rowsIn(html, 'table.price'), [
    ...lines,
    postageRow(order),
    ...totalRows(order),
  ])
}

/** Compares the invoice that the owner gets instead, with the corrections. */
function compareInvoice(order: OrderRecord, html: string, findings: Findings): void {
  const where = `invoice of ${order.code}`
  const [head, ...lines] = rowsIn(html, 'table.document-lines')
  expectSame(findings, `${where}, head`, head, ['Description', 'Amount, USD'])
  const shown = lines.slice(0, order.lines.length + 2).map(([, amount]) => amount)
  expectSame(findings, `${where}, lines`, shown, [
    ...order.lines.map(({ printCents }) => dollars(printCents)),
    postageRow(order)[1],
    dollars(order.totalCents),
  ])
  const corrections = textsIn(html, '.document-notes li').map((text) => text.split(', ').at(-1))
  const expected = order.documents.flatMap(({ kind, cents }) =>
    kind === 'invoice' ? [] : [dollars(kind === 'credit_note' ? -cents : cents)],
  )
  expectSameItems(findings, `${where}, corrections`, corrections, expected)
}

function compareListed(order: OrderRecord, html: string, findings: Findings): void {
  const refunded = refundedOf(order)
  const shown = amountsIn(textsIn(html, 'ul.items li p.hint').join(' '))
  const expected = refunded === 0 ? [order.totalCents] : [order.totalCents, refunded]
  expectSame(findings, `account's list, ${order.code}`, shown, expected)
}

function compareDesk(order: OrderRecord, html: string, findings: Findings): void {
  const where = `desk page of ${order.code}`
  const price = rowsIn(html, '.order-facts section[aria-labelledby="price"] table.price')
  expectSameItems(findings, `${where}, price`, price, [
    printRow(order),
    postageRow(order),
    ...totalRows(order),
  ])
  const refunds = textsIn(html, 'section[aria-labelledby="refunds"] li strong')
  const expected = order.refunds.map(({ giftCents, cardCents }) => dollars(giftCents + cardCents))
  expectSameItems(findings, `${where}, refunds`, refunds, expected)
  const left = refundableOf(order)
  const offered = /Refund everything, (\$[\d,.]+\.\d\d)/.exec(html)?.[1]
  const isOffered = left > 0 && disputedOf(order) === 0
  expectSame(findings, `${where}, what is left`, offered, isOffered ? dollars(left) : undefined)
}
