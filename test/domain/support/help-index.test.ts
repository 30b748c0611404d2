// Finding passages: the score derived manually, and customers' questions on the real documentation.
import { describe, expect, test } from 'bun:test'
import { createHelpIndex, type Passage } from '../../../server/domain/support/help-index.ts'
import { searchTermsOf } from '../../../server/domain/support/terms.ts'
import { legalTextsFor } from '../../../server/pages/legal/legal-texts.ts'
import { openHelp } from '../../../server/wiring/help.ts'

const passage = (title: string, text: string, more: Partial<Passage> = {}): Passage => ({
  title,
  path: `/${title}`,
  text,
  audience: 'customers',
  ...more,
})

describe('terms', () => {
  test.each([
    ['Shipping, shipped & SHIPS: delivery postage', ['ship', 'ship', 'ship', 'arriv', 'ship']],
    ['What is the price of a print?', ['pric', 'print']],
    ['costs pricing', ['pric', 'pric']],
    ['the colours of a spool', ['color', 'spool']],
    ['Größe café', ['groß', 'caf']],
    ['batteries glasses bus', ['battery', 'glass', 'bus']],
    ['!?', []],
  ])('of "%s"', (text, terms) => {
    expect(searchTermsOf(text)).toEqual(terms)
  })
})

describe('the index', () => {
  // Terms count three times in a title. Lengths: a = 3 + 2 = 5, b = 3 + 1 = 4, c = 3 + 3 = 6; 5 on average.
  const passages = [
    passage('apple', 'pear pear'),
    passage('grape', 'pear'),
    passage('lemon', 'melon melon melon'),
  ]
  const index = createHelpIndex(passages)

  test('scores by BM25', () => {
    // "pear" is in 2 of 3: ln(1 + 1.5 / 2.5). In a: 2 x 2.2 / (2 + 1.2 x (0.25 + 0.75 x 5/5)); in b: 1 x 2.2 / (1 +
    // 1.2 x 0.85).
    const weight = Math.log(1.6)
    const [first, second] = index.find('pears', 3)
    expect([first?.title, second?.title]).toEqual(['apple', 'grape'])
    expect(first?.score).toBeCloseTo((weight * 4.4) / 3.2, 10)
    expect(second?.score).toBeCloseTo((weight * 2.2) / 2.02, 10)
  })

  test('finds no passage that covers less than half of a question', () => {
    // "pear" weighs 0.47; an unknown word ln(1 + 3.5 / 0.5) = 2.08.
    expect(index.find('pear tractor', 3)).toEqual([])
    expect(index.find('', 3)).toEqual([])
    expect(createHelpIndex([]).find('pear', 3)).toEqual([])
  })

  test('ranks the API reference below texts for customers', () => {
    const two = createHelpIndex([
      passage('fig', 'pear', { audience: 'programs' }),
      passage('kiwi', 'pear'),
    ])
    expect(two.find('pear', 2).map(({ title }) => title)).toEqual(['kiwi'])
  })
})

describe('the documentation answers', () => {
  const texts = legalTextsFor({ basketDays: 30, keptFileHours: 24, orderDays: 3650 })
  const help = openHelp(texts, 'http://localhost:3000')
  test.each([
    ['What does shipping to Germany cost?', '/help#shipping'],
    ['Do you deliver to Canada?', '/help#shipping'],
    ['How is the price calculated?', '/help#price'],
    ['Do I get a discount if I order 20 copies?', '/help#discounts'],
    ['Which plastic is best for outdoor use?', '/help#materials'],
    ['What colours do you have?', '/help#colors'],
    ['What file formats do you accept?', '/help#files'],
    ['my part shows up tiny, I designed it in inches', '/help#units'],
    ['What is the maximum size of a part?', '/help#largest-part'],
    ['how fast is delivery', '/help#lead-time'],
    ['What is your refund policy?', '/refunds'],
    ['Which payment methods do you accept?', '/help#payment'],
    ['my card was declined', '/help#declined-card'],
    ['I need an invoice', '/help#receipt'],
    ['Can I buy a gift card?', '/help#gift-cards'],
    ['can you create a 3D model from a photo', '/help#generate'],
    ['I forgot my password', '/help#password'],
    ['How do I connect Claude over MCP?', '/help#agents'],
    ['Do you use cookies?', '/privacy#section-cookies'],
    ['my mesh has holes, is that a problem?', '/help#faults'],
    ['does layer height change the price?', '/help#print-settings'],
  ])('"%s"', (question, path) => {
    expect(help.find(question, 1).map((found) => found.path)).toEqual([path])
  })

  test.each([
    'What is the capital of France?',
    'Write me a poem about the sea',
    'Can you recommend a good restaurant?',
    'Do you offer internships?',
    'is the CEO married',
    'asdf qwer zxcv',
  ])('"%s" is not answered', (question) => {
    expect(help.find(question, 1)).toEqual([])
  })
})
