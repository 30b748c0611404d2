// Sentences that a language model may write.
import { describe, expect, test } from 'bun:test'
import { checkDraft } from '../../../server/domain/support/check-draft.ts'

const facts = {
  earlier: [],
  question: 'What does shipping cost, and may I send .3mf files? 77',
  passages: [
    { title: 'Postage', text: 'Within the US postage is $7, free from $50. Terms: /terms.' },
    { title: 'Files', text: 'STL and .gcode.3mf files up to 100 MB. See part.stl.' },
  ],
  order: ['Order SVC-AAAA22: Printing.'],
}
const check = (reply: string, used: readonly number[] = [1]): string => {
  const checked = checkDraft({ reply, used, answered: true }, facts)
  return checked.kind === 'usable' ? 'usable' : checked.reason
}

describe('a draft', () => {
  test.each([
    'Postage is $7 within the US, and free from $50.',
    'Send STL or .gcode.3mf files, such as part.stl. See /terms.',
    'Your order SVC-AAAA22 is on a printer.',
    'Files may have 100 MB. We ship to your address.',
  ])('is usable: %s', (reply) => expect(check(reply)).toBe('usable'))

  test.each([
    ['', 'length'],
    ['\u200b', 'length'],
    ['x'.repeat(1201), 'length'],
    ['See https://evil.example.', 'link'],
    ['See evil.example for more.', 'link'],
    ['See [here](x).', 'link'],
    ['See /account/delete.', 'link'],
    ['Mail ada@example.com', 'link'],
    ['<b>Postage</b>', 'link'],
    ['Postage is $5.', 'number'],
    ['Postage is $7.50.', 'number'],
    ['Postage is $70.', 'number'],
    // A statement by the customer alone proves nothing.
    ['It costs 77.', 'number'],
    ['We will refund your order.', 'promise'],
    ['I’ve cancelled it.', 'promise'],
    ['Your order has been refunded.', 'promise'],
    ['You’ll get your money back.', 'promise'],
    ['We print a second one for free.', 'promise'],
    ['I have passed this to an operator.', 'promise'],
  ])('%p is rejected: %s', (reply, reason) => expect(check(reply)).toBe(reason))

  test.each([[[]], [[0]], [[3]], [[1, 3]], [[1.5]]])('with the sources %p is rejected', (used) =>
    expect(check('Postage is $7.', used)).toBe('sources'),
  )
})
