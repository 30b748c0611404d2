// Compares the ledger of money with the history: the amounts of each account for each order and purchase, and in
// total.
import { checkLedger } from '../../../server/domain/money/check-ledger.ts'
import {
  debtOf,
  disputedOf,
  keptOf,
  lostAtBank,
  lostOf,
  movedOf,
  type OrderRecord,
  purchasesOf,
  sum,
  withdrawnOf,
} from '../record.ts'
import type { Stage } from '../stage.ts'
import { balancesOf } from '../sums.ts'
import { expectSame, type Findings } from './findings.ts'

/**
 * Returns SQL for the amount that an account gave minus the amount that it received, for each `subject`; fees are
 * compared in total.
 */
const netBy = (subject: string) => `
  select subject, account, sum(cents)::int as cents from (
    select ${subject} as subject, credit as account, cents from money_movements where kind <> 'fee'
    union all select ${subject}, debit, -cents from money_movements where kind <> 'fee'
  ) as sides group by 1, 2`

type Nets = ReadonlyMap<string, Readonly<Record<string, number>>>

async function readNets({ service }: Stage, subject: string): Promise<Nets> {
  const { rows } = await service.service.database.pool.query(netBy(subject))
  const nets = new Map<string, Record<string, number>>()
  for (const row of rows) {
    const key = String(row.subject)
    nets.set(key, { ...nets.get(key), [row.account]: row.cents })
  }
  return nets
}

export async function compareLedger(stage: Stage, findings: Findings): Promise<void> {
  const { service, history } = stage
  const ofOrders = await readNets(stage, '(select code from orders where id = order_id)')
  for (const order of history.orders) {
    const net = ofOrders.get(order.code) ?? {}
    const expected = netOfOrder(order)
    for (const account of new Set([...Object.keys(expected), ...Object.keys(net)])) {
      const cents = expected[account] ?? 0
      expectSame(findings, `ledger, ${order.code}, ${account}`, net[account] ?? 0, cents)
    }
  }
  const ofCards = await readNets(
    stage,
    '(select purchase_id::text from gift_cards where gift_cards.id = gift_card_id)',
  )
  for (const { id, balanceCents } of history.cards) {
    expectSame(
      findings,
      `ledger, gift card ${id}`,
      ofCards.get(id)?.['gift_cards'] ?? 0,
      balanceCents,
    )
  }
  const ofAccounts = await readNets(stage, 'account_id')
  for (const { buyer, valueCents } of history.credits) {
    const booked = ofAccounts.get(buyer.accountId)?.['credits'] ?? 0
    expectSame(findings, `ledger, credits of ${buyer.accountId}`, booked, valueCents)
  }
  const ofPurchases = await readNets(stage, 'purchase_id')
  for (const purchase of purchasesOf(history)) {
    const owed = -(ofPurchases.get(purchase.id)?.['debts'] ?? 0) + 0
    expectSame(findings, `ledger, debts of ${purchase.id}`, owed, debtOf(purchase))
  }
  await compareAccounts(stage, findings)
  const { differences } = await checkLedger(service.deps)
  expectSame(findings, 'ledger, the nightly comparison', differences, [])
}

function netOfOrder(order: OrderRecord): Readonly<Record<string, number>> {
  const { giftCents, totalCents, isPaid, isClosed, refunds } = order
  const moved = refunds.map(movedOf)
  const refunded = sum(moved.map((each) => each.cardCents))
  const cardCents = isPaid ? totalCents - giftCents : 0
  return {
    orders: keptOf(order),
    processor: refunded + withdrawnOf(order) - cardCents + 0,
    gift_cards: sum(moved.map((each) => each.giftCents)) - (isPaid || !isClosed ? giftCents : 0),
    disputed: -disputedOf(order) + 0,
    losses: lostOf(order) - lostAtBank(order),
  }
}

/** Returns a balance on the side where it is above 0: assets and costs are received amounts. */
export const sideOf = (account: string, creditCents: number): number =>
  received.has(account) ? -creditCents + 0 : creditCents

const received: ReadonlySet<string> = new Set([
  'processor',
  'bank',
  'disputed',
  'debts',
  'fees',
  'losses',
])

async function compareAccounts({ service, history }: Stage, findings: Findings): Promise<void> {
  const { rows } = await service.service.database.pool.query(
    `select account, sum(cents)::int as cents from (
      select credit as account, cents from money_movements union all select debit, -cents from money_movements
    ) as sides group by 1`,
  )
  const booked = new Map(rows.map(({ account, cents }) => [String(account), Number(cents)]))
  for (const [account, cents] of Object.entries(balancesOf(history))) {
    expectSame(findings, `ledger, ${account}`, sideOf(account, booked.get(account) ?? 0), cents)
  }
}
