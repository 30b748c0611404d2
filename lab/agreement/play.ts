// Plays a history: the orders with their gift cards, credits and payouts, a dozen of them concurrently.

import { issueDocuments } from '../../server/domain/billing/issue-documents.ts'
import { compareBooks } from '../../testing/money/books.ts'
import { resetRateLimits } from '../../testing/service/reset-rate-limits.ts'
import { workOff } from '../../testing/service/work-off.ts'
import { noteDocuments } from './documents.ts'
import { type Life, orderAtCheckout, orderByApi } from './order-lives.ts'
import { creditsSale, giftCardSale } from './purchases.ts'
import type { Stage } from './stage.ts'
import { balanceAtProcessor } from './sums.ts'

const atOnce = 12
const progressEvery = 100

/** `note`: called with its progress. */
export async function play(
  stage: Stage,
  orders: number,
  note: (line: string) => void = () => {},
): Promise<void> {
  const { dice } = stage
  const waiting = drawLives(stage, orders)
  const running: Life[] = []
  for (let steps = 1; waiting.length + running.length > 0; steps += 1) {
    if (running.length < atOnce && waiting.length > 0) {
      running.push(...waiting.splice(0, 1))
      if (waiting.length % progressEvery === 0) note(`${waiting.length} to begin`)
    }
    const life = dice.pick(running)
    if ((await life.next()).done === true) running.splice(running.indexOf(life), 1)
    if (steps % 10 === 0) await resetRateLimits(stage.service.db)
    if (dice.chance(0.05)) await issue(stage)
    if (dice.chance(0.01)) await payOut(stage)
    if (dice.chance(0.005)) await compareBooks(stage.service)
    if (dice.chance(0.01)) await sendMails(stage)
  }
  await payOut(stage)
  await sendMails(stage)
  await compareBooks(stage.service)
}

/**
 * Draws a gift card for every eight orders, and a pack of credits for every twenty; the first gift card comes first.
 */
function drawLives(stage: Stage, orders: number): Life[] {
  const lives: Life[] = []
  for (let index = 0; index < orders; index += 1) {
    if (index % 8 === 0) lives.push(giftCardSale(stage))
    if (index % 20 === 5) lives.push(creditsSale(stage))
    lives.push(stage.dice.chance(0.5) ? orderByApi(stage) : orderAtCheckout(stage))
  }
  return lives
}

async function issue({ service, history }: Stage): Promise<void> {
  await issueDocuments(service.deps, 0)
  noteDocuments(history)
}

/**
 * Lets a worker send the emails. Documents are issued earlier, because its other rounds would issue them some seconds
 * late.
 */
async function sendMails(stage: Stage): Promise<void> {
  const { service, history } = stage
  await issue(stage)
  await workOff(service)
  for (const card of history.cards) card.isMailed ||= !card.isVoid
}

/** Pays out the full balance at the processor; the bank returns some payouts. */
async function payOut({ service, history, dice }: Stage): Promise<void> {
  const cents = balanceAtProcessor(history)
  if (cents <= 0) return
  const { id } = await service.stripe.payOut({ pending: true })
  const payout = { id, cents, isReturned: false }
  history.payouts.push(payout)
  if (!dice.chance(0.2)) return
  await service.stripe.failPayout({ payout: id })
  payout.isReturned = true
}
