// Passages of the operator's texts for the support assistant: titles, and links to the anchors of the pages.
import { expect, test } from 'bun:test'
import { Markdown } from '../../server/pages/legal/markdown.tsx'
import { customerPassages } from '../../server/pages/support/help-passages.ts'

const terms = `# Terms

Before.

## 1. Scope

One
line, [linked](/x).

Setext
------

- an item
- another

#### Deep & more

| a | b |
|---|---|
| c | d |

## 1. Scope

Again.

## Empty
`

const passages = customerPassages({ terms, privacy: '', refunds: '', contact: '' }).filter(
  ({ path }) => path.startsWith('/terms'),
)

test('each section with a text is a passage', () => {
  expect(passages.map(({ title, path, text }) => [title, path, text])).toEqual([
    ['Terms', '/terms', 'Before.'],
    ['Terms: 1. Scope', '/terms#section-1-scope', 'One line, linked.'],
    ['Terms: Setext', '/terms#section-setext', '- an item\n- another'],
    ['Terms: Deep & more', '/terms#section-deep-more', 'a b \nc d'],
    ['Terms: 1. Scope', '/terms#section-1-scope-2', 'Again.'],
  ])
})

test('the link of a passage leads to a heading of the page', async () => {
  const html = String(await Markdown({ text: terms }))
  for (const { path } of passages.slice(1)) expect(html).toContain(`id="${path.split('#')[1]}"`)
})
