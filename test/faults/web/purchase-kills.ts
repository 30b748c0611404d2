// Deaths of the server while a gift card or credits are bought: a paid purchase is delivered once, with one email.
import { expect } from 'bun:test'
import { CHECKOUT } from '../../../testing/faults/processor-gate.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import {
  atCall,
  atCommitOf,
  atInsert,
  atUpdate,
  atWaitingMail,
  type Hold,
  killDuring,
} from '../kill-points.ts'
import {
  everythingDelivered,
  expectBalance,
  mailedCode,
  mailsWith,
  type WebCase,
  type WebStage,
} from './web-stage.ts'

type Point = { readonly name: string; readonly hold: Hold }

const openingPoints: readonly Point[] = [
  {
    name: 'before its checkout is asked for',
    hold: atCall(CHECKOUT, 'request', { lost: true }),
  },
  { name: 'after its checkout is opened, before that is written', hold: atUpdate('purchases') },
]

const giftPoints: readonly Point[] = [
  { name: 'before the commit', hold: atCommitOf('gift_cards') },
  { name: 'after the commit, before the event is done', hold: atInsert('processor_events') },
  { name: 'before a worker takes the mail', hold: atWaitingMail },
  { name: 'after the mail is sent, before that is written', hold: atUpdate('emails') },
]

const creditPoints: readonly Point[] = [
  { name: 'before the commit', hold: atCommitOf('credit_entries') },
  { name: 'after the commit, before the event is done', hold: atInsert('processor_events') },
]

export const purchaseKills: readonly WebCase[] = [
  ...openingPoints.map(({ name, hold }) => ({
    name: `the purchase of a gift card, ${name}`,
    run: (stage: WebStage) => killAtOpening(stage, hold),
  })),
  ...giftPoints.map(({ name, hold }) => ({
    name: `the event that pays a gift card, ${name}`,
    run: (stage: WebStage) => killAtGiftEvent(stage, hold),
  })),
  ...creditPoints.map(({ name, hold }) => ({
    name: `the event that pays credits, ${name}`,
    run: (stage: WebStage) => killAtCreditEvent(stage, hold),
  })),
  { name: 'credits whose event was lost, while they are marked paid', run: killWithoutEvent },
]

const GIFT = { path: '/api/gift-cards/purchase', amountCents: 2500 }
const CREDITS = { path: '/api/account/credits', pack: 10, cents: 500 }

const giftBody = () => ({
  amountCents: GIFT.amountCents,
  recipientEmail: `${crypto.randomUUID()}@example.com`,
})

async function killAtOpening(stage: WebStage, hold: Hold): Promise<void> {
  const body = giftBody()
  await killDuring(stage, hold, () => stage.purchase(GIFT.path, body))
  await stage.restart()
  // The buyer saw no payment address, and buys again.
  await stage.payAt(await stage.purchase(GIFT.path, body))
  await expectGift(stage, body.recipientEmail)
}

async function killAtGiftEvent(stage: WebStage, hold: Hold): Promise<void> {
  const body = giftBody()
  await stage.payAt(await stage.purchase(GIFT.path, body))
  await killDuring(stage, hold, () => stage.standIn.control.deliver())
  await stage.restart()
  await expectGift(stage, body.recipientEmail)
}

/** Expects one payment, one card of the full amount, and one email with its code. */
async function expectGift(stage: WebStage, recipientEmail: string): Promise<void> {
  await everythingDelivered(stage)
  const code = await mailedCode(stage, recipientEmail)
  expect(await mailsWith(stage, 'A gift card of $25.00 for you')).toBe(1)
  expect(await stage.charges()).toMatchObject({ succeeded: 1, amountCents: 2500, refundedCents: 0 })
  const { rows } = await stage.database.pool.query(
    'select gift_cards.id from purchases join gift_cards on purchase_id = purchases.id where recipient_email = $1',
    [recipientEmail],
  )
  expect(rows).toHaveLength(1)
  await expectBalance(stage, { id: rows[0].id, code }, 2500)
  expect(await (await stage.post('/api/gift-cards/check', { code })).json()).toEqual({
    valid: true,
    balanceCents: 2500,
    currency: 'USD',
  })
}

async function killAtCreditEvent(stage: WebStage, hold: Hold): Promise<void> {
  const before = await creditsOf(stage)
  await stage.payAt(await stage.purchase(CREDITS.path, { pack: CREDITS.pack }))
  await killDuring(stage, hold, () => stage.standIn.control.deliver())
  await stage.restart()
  await everythingDelivered(stage)
  await expectCredits(stage, before)
}

async function killWithoutEvent(stage: WebStage): Promise<void> {
  const before = await creditsOf(stage)
  const checkoutUrl = await stage.purchase(CREDITS.path, { pack: CREDITS.pack })
  await stage.standIn.control.webhooks({ mode: 'off' })
  await stage.payAt(checkoutUrl)
  const hold = atUpdate('purchases', "new.state = 'paid' and old.state = 'open'")
  await killDuring(stage, hold, () => anHourLater(stage))
  await stage.restart()
  await anHourLater(stage)
  await waitUntil(
    'the credits are there',
    async () => (await creditsOf(stage)).balance > before.balance,
  )
  await expectCredits(stage, before)
}

async function anHourLater({ database }: WebStage): Promise<void> {
  await database.pool.query("update purchases set checked_at = checked_at - interval '1 hour'")
}

type Credits = { readonly balance: number; readonly entries: number }

async function creditsOf({ database }: WebStage): Promise<Credits> {
  const { rows } = await database.pool.query(
    `select credits as balance, (select count(*)::int from credit_entries where account_id = accounts.id) as entries,
      (select coalesce(sum(credits), 0)::int from credit_entries where account_id = accounts.id) as ledger from accounts`,
  )
  expect(rows).toHaveLength(1)
  const [{ balance, entries, ledger }] = rows
  expect(balance).toBe(ledger)
  return { balance, entries }
}

async function expectCredits(stage: WebStage, { balance, entries }: Credits): Promise<void> {
  expect(await creditsOf(stage)).toEqual({ balance: balance + CREDITS.pack, entries: entries + 1 })
  expect(await stage.charges()).toMatchObject({
    succeeded: 1,
    amountCents: CREDITS.cents,
    refundedCents: 0,
  })
}
