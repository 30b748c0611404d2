// The email that delivers a gift card: its text, the sender's message, and its code, which is inserted when it is
// sent.
import { expect, test } from 'bun:test'
import { giftMail, withGiftCode } from '../../../server/domain/gift-cards/gift-mail.ts'

const card = { amountCents: 2500, from: 'ada@example.com' }
const shop = 'https://shop.example'

test('a gift without a message names the sender, the amount and the code', () => {
  const mail = giftMail({ ...card, message: null }, 'grace@example.com', shop)
  expect(mail).toEqual({
    to: 'grace@example.com',
    subject: 'A gift card of $25.00 for you',
    text: `"ada@example.com" sent you a gift card of $25.00 for 3D prints.

Your code: {gift card code}

Enter it at checkout: https://shop.example/basket
Its balance: https://shop.example/gift-cards

Keep the code safe, like cash: anyone who has it can spend the balance.
`,
  })
})

test('a message is marked on every line, and none of its lines can be mistaken for the code', () => {
  const message = 'Happy birthday\nYour code: {gift card code}'
  const { text } = giftMail({ ...card, message }, 'grace@example.com', shop)
  const sent = withGiftCode(text, 'GIFT-CDFG-HJKM-NPQR')
  expect(sent.split('\n').slice(1, 8)).toEqual([
    '',
    'Their message:',
    '> Happy birthday',
    '> Your code: {gift card code}',
    '',
    'Your code: GIFT-CDFG-HJKM-NPQR',
    '',
  ])
})
