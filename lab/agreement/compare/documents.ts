// Compares invoices and credit notes with the history: the desk's CSV, each document's page, and their numbers.
import {
  type Billed,
  type Document,
  type History,
  keptOf,
  type OrderRecord,
  purchasesOf,
  sum,
} from '../record.ts'
import type { Stage } from '../stage.ts'
import { expectSame, expectSameItems, type Findings } from './findings.ts'
import { centsOf, csvRows, dollars, rowsIn } from './texts.ts'

type Issued = Document & { readonly number: string }

export type IssuedDocuments = {
  readonly all: readonly Issued[]
  /** By the code of the order, or the address of the purchase's buyer. */
  readonly of: ReadonlyMap<string, readonly Issued[]>
}

export async function readDocuments(
  { read, operator }: Stage,
  months: readonly string[],
): Promise<IssuedDocuments> {
  const rows: Record<string, string>[] = []
  for (const month of months) {
    rows.push(
      ...csvRows(await (await read(`/operator/invoices.csv?month=${month}`, operator)).text()),
    )
  }
  const all = rows.map((row) => ({ about: row['order'] || (row['email'] ?? ''), ...issuedOf(row) }))
  return { all, of: Map.groupBy(all, ({ about }) => about) }
}

function issuedOf(row: Record<string, string>): Issued {
  const cents = (column: string) => Math.abs(centsOf(row[column] ?? ''))
  return {
    number: row['number'] ?? '',
    kind: row['kind'] as Document['kind'],
    cents: cents('total_usd'),
    giftCents: cents('gift_card_usd'),
    taxCents: row['tax_percent'] === '' ? null : cents('tax_usd'),
  }
}

export async function compareDocuments(
  stage: Stage,
  issued: IssuedDocuments,
  findings: Findings,
): Promise<void> {
  compareIssued(stage.history, issued, findings)
  for (const document of issued.all) await comparePage(stage, document, findings)
}

/** Compares the documents, but not their pages. */
export function compareIssued(
  history: History,
  { all, of }: IssuedDocuments,
  findings: Findings,
): void {
  const compare = (about: string, billed: Billed) => {
    const found = of.get(about) ?? []
    expectSameItems(
      findings,
      `documents of ${about}`,
      found.map(plain),
      billed.documents.map(plain),
    )
    findings.documents += found.length
  }
  for (const order of history.orders) {
    compare(order.code, order)
    compareKept(order, of.get(order.code) ?? [], findings)
  }
  for (const purchase of purchasesOf(history)) compare(purchase.buyer.email, purchase)
  compareNumbers(all, findings)
}

const plain = ({ kind, cents, giftCents, taxCents }: Document) => [kind, cents, giftCents, taxCents]

/** Checks two sequences from 1 without a gap. */
function compareNumbers(all: readonly Issued[], findings: Findings): void {
  const runs = Map.groupBy(all, ({ number }) => number.slice(0, -6))
  for (const [run, documents] of runs) {
    const numbers = documents.map(({ number }) => Number(number.slice(-6)))
    expectSameItems(
      findings,
      `numbers of ${run}`,
      numbers,
      numbers.map((_, index) => index + 1),
    )
  }
}

/** Checks that an invoice minus its credit notes equals the amount that the customer has paid. */
function compareKept(order: OrderRecord, issued: readonly Issued[], findings: Findings): void {
  const stated = sum(issued.map(({ kind, cents }) => (kind === 'credit_note' ? -cents : cents)))
  expectSame(findings, `documents, kept of ${order.code}`, stated, order.isPaid ? keptOf(order) : 0)
}

const totals = {
  invoice: 'Total',
  credit_note: 'Total refunded',
  cancellation: 'Total reversed',
}

async function comparePage({ read, operator }: Stage, document: Issued, findings: Findings) {
  const { number, kind, cents, giftCents, taxCents } = document
  const response = await read(`/documents/${number}`, operator)
  const rows = rowsIn(await response.text(), 'table.document-lines')
  findings.pages += 1
  const expect = (label: string, amount: number | null) => {
    const shown = rows.find(([text]) => text.startsWith(label))?.[1]
    expectSame(
      findings,
      `document ${number}, ${label}`,
      shown,
      amount === null ? undefined : dollars(amount),
    )
  }
  expect(totals[kind], cents)
  expect('Includes tax', taxCents)
  expect('Net amount', taxCents === null ? null : cents - taxCents)
  const [gift, card] =
    kind === 'invoice'
      ? ['Paid by gift card', 'Paid by card']
      : ['Of this, to the gift card', 'Of this, to the card']
  expect(gift, giftCents === 0 ? null : giftCents)
  expect(card, cents === giftCents ? null : cents - giftCents)
  const at = rows.findIndex(([text]) => text === totals[kind])
  const lines = rows
    .slice(1, at)
    .map(([, amount]) => (amount === 'Free' ? 0 : centsOf(amount.replace(/[$,]/g, ''))))
  expectSame(findings, `document ${number}, sum of the lines`, sum(lines), cents)
}
