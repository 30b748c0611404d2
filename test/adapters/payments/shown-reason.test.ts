// The processor's sentences without ids of its objects.
import { expect, test } from 'bun:test'
import { shownReason } from '../../../server/adapters/payments/shown-reason.ts'

test.each([
  ["No such customer: 'cus_9s6XKzkNRiz8i3'", 'No such customer'],
  [
    "No such PaymentMethod: 'pm_1N4'; It's possible this PaymentMethod exists on one of your connected accounts.",
    "No such PaymentMethod; It's possible this PaymentMethod exists on one of your connected accounts.",
  ],
  [
    'The PaymentMethod pm_123 does not belong to the Customer you supplied cus_123.',
    'The PaymentMethod does not belong to the Customer you supplied.',
  ],
  ['Charge ch_3Lx has already been refunded.', 'Charge has already been refunded.'],
  ['No such charge: "ch_3Lx"', 'No such charge'],
  ['Request req_8Kd failed for card_1Nab.', 'Request failed for.'],
])('%s', (said, shown) => {
  expect(shownReason(said)).toBe(shown)
})

test.each([
  'Your card was declined.',
  'Your card has insufficient funds.',
  'Payment requires_action',
  'The reason was: card_declined.',
  "Your card's security code is incorrect.",
])('a reason without ids is unchanged: %s', (said) => {
  expect(shownReason(said)).toBe(said)
})
