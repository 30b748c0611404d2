// The email about a refund explains the gift card's part: a debt of its buyer, or a void card, may absorb it
// immediately.
import { expect, test } from 'bun:test'
import { recordOf, refundRecord, useReturns } from './returns-fixture.ts'

const { database, ports, reviewed, paidCard, orderWith, refundOrder } = useReturns()
type Card = Awaited<ReturnType<typeof paidCard>>

test.each([
  [
    'a debt of its buyer takes all of it',
    async ({ payment, id }: Card): Promise<void> => {
      await reviewed(recordOf(payment, { refunds: [refundRecord(`re_${id}`, 800)] }))
    },
    '$8.00 went to your gift card. $8.00 of it cannot be spent, because the payment for the gift card itself was returned.',
  ],
  [
    'a debt takes a part, and the card is void',
    async ({ payment, id }: Card) => {
      await reviewed(recordOf(payment, { refunds: [refundRecord(`re_${id}`, 300)] }))
      await ports.purchaseDesk.voidCard(id, 'ada@example.com')
    },
    '$8.00 went to your gift card. $3.00 of it cannot be spent, because the payment for the gift card itself was returned. $5.00 of it cannot be spent, because the gift card is no longer valid.',
  ],
  [
    'nothing takes it',
    async () => {},
    '$8.00 is on your gift card again and can be spent right away.',
  ],
] as const)('the email about a refund to a gift card: %s', async (_, before, sentence) => {
  const card = await paidCard(800)
  const order = await orderWith(card.codeHash)
  await before(card)
  await refundOrder(order.id, 800)
  const { body } = await database.db
    .selectFrom('emails')
    .select('body')
    .where('order_id', '=', order.id)
    .where('kind', 'like', 'refund:%')
    .executeTakeFirstOrThrow()
  expect(body).toContain(`\n\n${sentence}\n\n`)
})
