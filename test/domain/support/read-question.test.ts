// Subject of a question.
import { describe, expect, test } from 'bun:test'
import {
  isAboutOrder,
  needsPerson,
  readQuestion,
} from '../../../server/domain/support/read-question.ts'

describe('an operator is needed', () => {
  test.each([
    'I want to talk to a human',
    'Can I speak with someone?',
    'please refund my order',
    'I would like a refund',
    'give me my money back',
    'The box arrived damaged',
    'my print is cracked',
    'You sent the wrong color',
    'My order never arrived',
    "the parcel hasn't arrived",
    'One part is missing',
    'Please cancel my order',
    'I need to change the shipping address',
    'I entered the wrong address',
    'This is a scam',
  ])('"%s"', (question) => expect(needsPerson(question)).toBe(true))

  test.each([
    'What is your refund policy?',
    'How do refunds work?',
    'How long does shipping take?',
    'Which material does not break easily?',
    'Does the API cancel my order when it times out?',
    'Where is my order?',
    'Do you have a manual?',
  ])('not for "%s"', (question) => expect(needsPerson(question)).toBe(false))
})

describe('the question is about the state of an order', () => {
  test.each([
    ['Where is my order?', false, true],
    ['has my package shipped yet?', false, true],
    ['When will my print be ready?', false, true],
    ['status?', true, true],
    ['status?', false, false],
    ['What does my order cost?', false, false],
    ['When does it ship if I order today?', true, false],
  ])('"%s", with a code: %p', (question, hasCode, expected) => {
    expect(isAboutOrder(question, hasCode)).toBe(expected)
  })
})

describe('a question', () => {
  const user = (content: string) => ({ role: 'user' as const, content })

  test('has the newest code that the customer wrote, and never one from the assistant', () => {
    const read = readQuestion([
      user('SVC-AAAA22 and SVC-BBBB22'),
      { role: 'assistant', content: 'CART-CCCC22' },
      user('Any progress?'),
    ])
    expect(read.code).toBe('SVC-BBBB22')
    expect(readQuestion([user('svc-aaaa22')]).code).toBeNull()
  })

  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['It is (ada@example.com).', 'ada@example.com'],
    ['a@example.com or b@example.com', null],
    ['no address @ all', null],
    ['invisible in it: ada\u200B@example.com', null],
  ])('"%s" has the address %p', (content, email) => {
    expect(readQuestion([user(content)]).email).toBe(email)
  })

  test('that is short continues the previous one', () => {
    const before = user('What does shipping cost?')
    expect(readQuestion([before, user('And to Mexico?')]).text).toContain('shipping')
    const long = user('Which material withstands heat, rain and frost?')
    expect(readQuestion([before, long]).text).not.toContain('shipping')
  })

  test.each([
    ['Hello', true],
    ['Thanks!', true],
    ['SVC-AAAA22', false],
    ['ada@example.com', false],
    ['Prices?', false],
  ])('"%s" has no question: %p', (content, isEmpty) => {
    expect(readQuestion([user(content)]).isEmpty).toBe(isEmpty)
  })
})
