// Runs a history from its beginning to the comparison, with figures of its content.
import { compareAll } from './compare/compare.ts'
import { type Days, spreadOverDays, today } from './days.ts'
import { play } from './play.ts'
import { type History, purchasesOf, sum } from './record.ts'
import { openStage, type Stage } from './stage.ts'

export type Agreement = {
  readonly stage: Stage
  readonly days: Days
  readonly differences: readonly string[]
  readonly figures: Readonly<Record<string, number>>
  readonly close: () => Promise<void>
}

export async function agree({
  orders,
  seed,
  note,
}: {
  readonly orders: number
  readonly seed: number
  readonly note?: (line: string) => void
}): Promise<Agreement> {
  const startedAt = performance.now()
  const began = today()
  const stage = await openStage({ seed, customers: Math.max(8, Math.ceil(orders / 20)) })
  await play(stage, orders, note)
  const playedAt = performance.now()
  const days = await spreadOverDays(stage, began)
  const { differences, ...looked } = await compareAll(stage, days)
  const seconds = (from: number, to: number) => Math.round((to - from) / 1000)
  const figures = {
    ...figuresOf(stage.history),
    'documents compared': looked.documents,
    'mails compared': looked.mails,
    'pages compared': looked.pages,
    'amounts compared': looked.amounts,
    'seconds to play': seconds(startedAt, playedAt),
    'seconds to compare': seconds(playedAt, performance.now()),
  }
  return { stage, days, differences, figures, close: stage.close }
}

function figuresOf(history: History): Record<string, number> {
  const { orders, cards, credits, charges, payouts } = history
  const purchases = purchasesOf(history)
  const refunds = orders.flatMap((order) => order.refunds)
  const inState = (state: string) => refunds.filter((refund) => refund.state === state).length
  const disputes = [...orders, ...purchases].flatMap((each) => each.disputes)
  const ended = (status: string) => disputes.filter((each) => each.status === status).length
  return {
    orders: orders.length,
    'orders paid': orders.filter(({ isPaid }) => isPaid).length,
    'orders with a gift card': orders.filter(({ giftCents }) => giftCents > 0).length,
    'gift cards': cards.length,
    'packs of credits': credits.length,
    charges: charges.length,
    'cents charged': sum(charges),
    refunds: refunds.length,
    'refunds returned by the bank': inState('returned'),
    'refunds that failed': inState('failed'),
    'refunds of purchases': sum(purchases.map((each) => each.refunds.length)),
    disputes: disputes.length,
    'disputes won': ended('won'),
    'disputes lost': ended('lost'),
    payouts: payouts.length,
  }
}
