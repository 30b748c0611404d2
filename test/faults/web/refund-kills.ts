// Deaths of the server while a web order is refunded: the gift card gets its share and the card the rest, once each.
import { expect } from 'bun:test'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { atCall, atCommitOf, atWriteAfter, type Hold, killDuring } from '../kill-points.ts'
import {
  everythingDelivered,
  expectBalance,
  expectCharged,
  mailsWith,
  TOTAL_CENTS,
  type WebCase,
  type WebStage,
} from './web-stage.ts'

type Point = {
  readonly name: string
  readonly hold: Hold
  /** Whether the refund is written, with the gift card's part reserved, when the server dies. */
  readonly written: boolean
}

const REFUND = '/v1/refunds'

const pointsOfBoth: readonly Point[] = [
  { name: 'before the commit', hold: atCommitOf('refunds'), written: false },
  {
    name: 'before the processor is asked for the rest',
    hold: atCall(REFUND, 'request', { lost: true }),
    written: true,
  },
  {
    name: 'after the processor made it, before its response arrives',
    hold: atCall(REFUND, 'response'),
    written: true,
  },
  {
    name: 'after the response, before the outcome is written',
    hold: atWriteAfter(REFUND, 'refunds'),
    written: true,
  },
]

const pointsOfCard: readonly Point[] = [
  {
    name: 'before its outcome and its mail are committed',
    hold: atCommitOf('emails'),
    written: true,
  },
]

export const refundKills: readonly WebCase[] = [
  ...pointsOfBoth.map((point) => ({
    name: `the refund of a web order to gift card and payment, ${point.name}`,
    run: (stage: WebStage) => killAt(stage, { ...point, cardCents: 600 }),
  })),
  ...pointsOfCard.map((point) => ({
    name: `the refund of a web order to its gift card alone, ${point.name}`,
    run: (stage: WebStage) => killAt(stage, { ...point, cardCents: TOTAL_CENTS }),
  })),
]

/** Refunds 800 cents of an order of 1000 cents, of which a gift card paid `cardCents`. */
async function killAt(
  stage: WebStage,
  { hold, written, cardCents }: Point & { cardCents: number },
): Promise<void> {
  const card = await stage.buyCard(cardCents)
  const { code, checkoutUrl } = await stage.checkOut(stage.cart(card))
  if (checkoutUrl !== null) await stage.payAt(checkoutUrl)
  await stage.standIn.control.deliver()
  expect(await mailsWith(stage, `Order ${code} confirmed`)).toBe(1)
  const toCard = Math.min(800, cardCents)
  const body = { amountCents: 800, reason: 'A part was missing.' }
  const send = () =>
    stage.post(`/api/operator/orders/${code}/refund`, body, `the refund of ${code}`)
  await killDuring(stage, hold, send)
  // Reserved with the refund's row; it moves when the refund is settled.
  await expectBalance(stage, card, 0)
  expect(await stage.orders()).toMatchObject([
    { paid: true, refundedCents: 0, refundingCents: written ? 800 : 0 },
  ])

  await stage.restart()
  expect([200, 202]).toContain((await send()).status)
  const isSettled = async () => (await stage.orders())[0]?.refundedCents === 800
  await waitUntil('the refund is settled', isSettled)
  expect((await send()).status).toBe(200)
  await everythingDelivered(stage)
  expect(await stage.orders()).toMatchObject([
    { paid: true, refundedCents: 800, refundingCents: 0 },
  ])
  await expectBalance(stage, card, toCard)
  await expectCharged(stage, code, {
    amountCents: TOTAL_CENTS - cardCents,
    refundedCents: 800 - toCard,
  })
  expect(await mailsWith(stage, `Refund for order ${code}`)).toBe(1)
}
