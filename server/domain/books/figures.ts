// Computes the figures of a month's movements: takings by day and kind, earnings, and balances.
import type { Day } from '../base/time/day.ts'
import type { LedgerAccount, MovementKind } from '../money/movement.ts'
import type { AccountBalance, DaySum, MonthFigures } from './ports.ts'

/**
 * Takings in cents; negative for returned money. `giftCardsUsed`: what gift cards paid for prints and postage, less
 * refunds to them. `atProcessor` is the sum of the preceding columns: the change of the balance at the card processor
 * without payouts. `creditsUsed` was paid when the credits were sold.
 */
export const takingColumns = [
  'prints',
  'postage',
  'giftCardsSold',
  'giftCardsUsed',
  'creditsSold',
  'refunds',
  'disputes',
  'fees',
  'other',
  'atProcessor',
  'creditsUsed',
] as const
export type TakingColumn = (typeof takingColumns)[number]
export type Takings = Readonly<Record<TakingColumn, number>>

const noTakings: Takings = {
  prints: 0,
  postage: 0,
  giftCardsSold: 0,
  giftCardsUsed: 0,
  creditsSold: 0,
  refunds: 0,
  disputes: 0,
  fees: 0,
  other: 0,
  atProcessor: 0,
  creditsUsed: 0,
}

/**
 * The column of each movement at the processor. Kinds without an entry are refunds: of an order, or of a gift card or
 * credits.
 */
const columns: Readonly<
  Partial<Record<MovementKind, Exclude<TakingColumn, 'prints' | 'postage'>>>
> = {
  gift_card_sold: 'giftCardsSold',
  credits_sold: 'creditsSold',
  dispute_opened: 'disputes',
  dispute_won: 'disputes',
  fee: 'fees',
  fee_returned: 'fees',
  unmatched_payment: 'other',
  unmatched_refund: 'other',
  unmatched_refund_returned: 'other',
  unmatched_matched: 'other',
  adjustment: 'other',
}

const payouts: readonly MovementKind[] = ['payout', 'payout_returned']

export function takingsOf(sums: readonly DaySum[]): Takings {
  const takings: Record<TakingColumn, number> = { ...noTakings }
  for (const { kind, debit, credit, cents, postageCents } of sums) {
    const printed = cents - postageCents
    const moved = debit === 'processor' ? cents : credit === 'processor' ? -cents : 0
    if (!payouts.includes(kind)) takings.atProcessor += moved
    switch (kind) {
      case 'charge':
      case 'gift_card_used':
        takings.prints += printed
        takings.postage += postageCents
        if (kind === 'gift_card_used') takings.giftCardsUsed -= cents
        break
      case 'gift_card_returned':
        takings.prints -= printed
        takings.postage -= postageCents
        takings.giftCardsUsed += cents
        break
      case 'gift_card_refunded':
        takings.refunds -= cents
        takings.giftCardsUsed += cents
        break
      case 'credits_used':
        takings.creditsUsed += cents
        break
      case 'credits_returned':
        takings.creditsUsed -= cents
        break
      case 'payout':
      case 'payout_returned':
        break
      default:
        takings[columns[kind] ?? 'refunds'] += moved
    }
  }
  return takings
}

export type DayTakings = { readonly day: Day; readonly takings: Takings }

/** Returns the days with movements, ascending. */
export const takingsByDay = ({ days }: Pick<MonthFigures, 'days'>): readonly DayTakings[] =>
  [...Map.groupBy(days, ({ day }) => day)].map(([day, sums]) => ({ day, takings: takingsOf(sums) }))

/** Income and costs of the month, in cents; costs are negative. `result` is the sum of the other fields. */
export type Earnings = {
  readonly prints: number
  readonly postage: number
  readonly creditsUsed: number
  readonly giftCardsVoided: number
  readonly refunds: number
  readonly disputesLost: number
  readonly fees: number
  readonly losses: number
  readonly result: number
}

export function earningsOf({ days }: Pick<MonthFigures, 'days'>): Earnings {
  const { prints, postage, creditsUsed, fees } = takingsOf(days)
  const earned = (account: LedgerAccount, kinds?: readonly MovementKind[]) =>
    days
      .filter(({ kind }) => kinds === undefined || kinds.includes(kind))
      .reduce((sum, each) => sum + creditOf(account, each), 0)
  const disputesLost = earned('orders', ['dispute_lost']) + earned('losses', ['dispute_lost'])
  const earnings = {
    prints,
    postage,
    creditsUsed,
    giftCardsVoided: earned('breakage'),
    refunds: earned('orders', ['refund', 'refund_returned', 'gift_card_refunded']),
    disputesLost,
    fees,
    losses: earned('losses') - earned('losses', ['dispute_lost']),
  }
  return { ...earnings, result: Object.values(earnings).reduce((sum, cents) => sum + cents, 0) }
}

const creditOf = (account: LedgerAccount, { debit, credit, cents }: DaySum): number =>
  credit === account ? cents : debit === account ? -cents : 0

/** Balance of an account before the month and at its end, in cents: a debt of the shop or a claim on others. */
export type Balance = {
  readonly account: LedgerAccount
  readonly beforeCents: number
  readonly endCents: number
}

/** `liabilities`: the shop owes it. `assets`: the shop has it, or buyers owe it. */
export const balanceSheet = {
  liabilities: ['gift_cards', 'credits', 'unmatched'],
  assets: ['processor', 'disputed', 'debts'],
} as const satisfies Readonly<Record<string, readonly LedgerAccount[]>>

export function balancesOf(
  { balances }: Pick<MonthFigures, 'balances'>,
  side: keyof typeof balanceSheet,
): readonly Balance[] {
  const sign = side === 'assets' ? 1 : -1
  const balanceOf = (account: LedgerAccount): AccountBalance =>
    balances.find((each) => each.account === account) ?? { account, beforeCents: 0, endCents: 0 }
  return balanceSheet[side].map((account) => {
    const { beforeCents, endCents } = balanceOf(account)
    // Avoids -0.
    return { account, beforeCents: sign * beforeCents + 0, endCents: sign * endCents + 0 }
  })
}

/** Returns the payouts of the shop's takings, less payouts that banks sent back. */
export const paidOutOf = ({ days }: Pick<MonthFigures, 'days'>): number =>
  days
    .filter(({ kind }) => payouts.includes(kind))
    .reduce((sum, { debit, cents }) => sum + (debit === 'bank' ? cents : -cents), 0)
