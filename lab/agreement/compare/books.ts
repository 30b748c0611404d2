// Compares the books with the history: takings, liabilities, payouts and downloads of its months, and the comparison
// with the processor.

import { byDay, type Days } from '../days.ts'
import { type Billed, type History, purchasesOf, sum } from '../record.ts'
import type { Stage } from '../stage.ts'
import { balanceAtProcessor, balancesOf, earningsOf, paidOutOf, takingsOf } from '../sums.ts'
import { expectSame, type Findings } from './findings.ts'
import { sideOf } from './ledger.ts'
import { amountsIn, centsOf, csvRows, rowsIn, textsIn } from './texts.ts'

const columns = {
  prints: 'prints_usd',
  postage: 'postage_usd',
  giftCardsSold: 'gift_cards_sold_usd',
  giftCardsUsed: 'gift_cards_used_usd',
  creditsSold: 'credits_sold_usd',
  refunds: 'refunds_usd',
  disputes: 'disputes_usd',
  fees: 'fees_usd',
  other: 'other_usd',
  atProcessor: 'at_processor_usd',
  creditsUsed: 'credits_used_usd',
} as const

/** The accounts by their names on the page. */
const accounts = {
  'Open gift cards': 'gift_cards',
  'Unused credits': 'credits',
  'Payments without an order': 'unmatched',
  'At the card processor': 'processor',
  'Withdrawn by banks in open disputes': 'disputed',
  'Owed by buyers whose payment was reversed, less what is owed back to them': 'debts',
} as const

export async function compareBooks(stage: Stage, days: Days, findings: Findings): Promise<void> {
  const { service, history } = stage
  const { differences, last } = await service.deps.books.tieOut()
  expectSame(findings, 'books, comparison with the processor', differences, [])
  expectSame(findings, 'books, difference with the processor', last?.differenceCents, 0)
  const { months } = days
  await compareTakings(stage, days, findings)
  await compareMovements(stage, months, findings)
  await compareTransactions(stage, months, findings)
  const month = months.at(-1)
  const html = await text(stage, `/operator/books?month=${month}`)
  findings.pages += 1
  const rows = new Map(rowsIn(html, sectionTable('liabilities')))
  const balances = balancesOf(history)
  for (const [label, account] of Object.entries(accounts)) {
    const shown = signed(rows.get(label) ?? '')
    expectSame(findings, `books page, ${label}`, shown, balances[account])
  }
  if (months.length > 1) return
  compareEarned(html, stage, findings)
  const tiles = textsIn(html, '.tile, .tiles > *')
  const owed = tiles.find((tile) => tile.includes('Owed to customers')) ?? ''
  const { gift_cards: cards, credits, unmatched } = balances
  expectSame(findings, 'books page, owed to customers', amountsIn(owed), [
    cards + credits + unmatched,
  ])
  const paidOut = tiles.find((tile) => tile.includes('Paid out')) ?? ''
  expectSame(findings, 'books page, paid out', amountsIn(paidOut), [paidOutOf(history)])
}

const sectionTable = (id: string): string => `section[aria-labelledby="${id}-title"] table`

const earningWords = {
  Prints: 'prints',
  Postage: 'postage',
  'Credits used': 'creditsUsed',
  'Gift cards voided': 'giftCardsVoided',
  'Refunds of orders': 'refunds',
  'Disputes lost': 'disputesLost',
  'Fees of the card processor': 'fees',
  'Written off, and adjustments': 'losses',
  Result: 'result',
} as const

function compareEarned(html: string, { history }: Stage, findings: Findings): void {
  const rows = new Map(rowsIn(html, sectionTable('earned')))
  const earned = earningsOf(history)
  for (const [label, name] of Object.entries(earningWords)) {
    expectSame(
      findings,
      `books page, earned, ${label}`,
      signed(rows.get(label) ?? ''),
      earned[name],
    )
  }
}

const text = async ({ read, operator }: Stage, path: string): Promise<string> =>
  await (await read(path, operator)).text()

const signed = (shown: string): number | undefined => {
  const [cents] = amountsIn(shown)
  return shown.startsWith('\u2212') && cents !== undefined ? -cents : cents
}

type Rows = readonly Record<string, string>[]

async function rowsOf(stage: Stage, file: string, months: readonly string[]) {
  const parts = await Promise.all(
    months.map((month) => text(stage, `/operator/books/${file}.csv?month=${month}`)),
  )
  return parts.flatMap(csvRows)
}

/** Compares all days together, and each day alone when its fees, which have no order, do not count. */
async function compareTakings(stage: Stage, days: Days, findings: Findings) {
  const rows = await rowsOf(stage, 'takings', days.months)
  const compare = (
    where: string,
    found: typeof rows,
    history: History,
    left: readonly string[],
  ) => {
    const expected = takingsOf(history)
    for (const [name, column] of Object.entries(columns)) {
      if (left.includes(name)) continue
      const cents = sum(found.map((row) => centsOf(row[column] ?? '')))
      expectSame(
        findings,
        `takings${where}, ${column}`,
        cents,
        expected[name as keyof typeof columns],
      )
    }
  }
  compare('', rows, stage.history, [])
  for (const [day, history] of byDay(stage.history, days) ?? []) {
    const ofDay = rows.filter((row) => row['day'] === day)
    compare(` of ${day}`, ofDay, history, ['fees', 'atProcessor'])
  }
}

/** Checks that the downloaded movements add up to the balance of each account, and state the tax of the documents. */
async function compareMovements(stage: Stage, months: readonly string[], findings: Findings) {
  const movements = await rowsOf(stage, 'movements', months)
  compareTaxes(stage, movements, findings)
  const nets = new Map<string, number>()
  for (const { debit = '', credit = '', amount_usd = '' } of movements) {
    nets.set(debit, (nets.get(debit) ?? 0) - centsOf(amount_usd))
    nets.set(credit, (nets.get(credit) ?? 0) + centsOf(amount_usd))
  }
  for (const [account, cents] of Object.entries(balancesOf(stage.history))) {
    expectSame(
      findings,
      `movements.csv, ${account}`,
      sideOf(account, nets.get(account) ?? 0),
      cents,
    )
  }
}

/** Compares the sums by order or purchase, because the movements of one share a document's tax. */
function compareTaxes({ history }: Stage, movements: Rows, findings: Findings): void {
  const stated = Map.groupBy(movements, (row) => row['order'] || (row['purchase'] ?? ''))
  const compare = (about: string, { documents }: Billed) => {
    const found = (stated.get(about) ?? []).map((row) => row['tax_contained_usd'] ?? '')
    const expected = documents.map(({ kind, taxCents }) =>
      kind === 'credit_note' ? -(taxCents ?? 0) : (taxCents ?? 0),
    )
    const cents = sum(found.filter((tax) => tax !== '').map(centsOf))
    expectSame(findings, `movements.csv, tax of ${about}`, cents, sum(expected))
  }
  for (const order of history.orders) compare(order.code, order)
  for (const purchase of purchasesOf(history)) compare(purchase.id, purchase)
}

async function compareTransactions(stage: Stage, months: readonly string[], findings: Findings) {
  const transactions = await rowsOf(stage, 'transactions', months)
  const net = sum(transactions.map(({ net_usd = '' }) => centsOf(net_usd)))
  expectSame(findings, 'transactions.csv', net, balanceAtProcessor(stage.history))
}
