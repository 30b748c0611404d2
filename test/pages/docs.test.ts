// Building blocks of the documentation pages.
import { describe, expect, test } from 'bun:test'
import { htmlOf } from '../../server/html/markup.ts'
import { renderProse, textOf } from '../../server/html/prose.ts'
import { createAnchors } from '../../server/pages/docs/anchors.ts'
import { siteLink } from '../../server/pages/docs/article.tsx'
import { highlight } from '../../server/pages/docs/highlight.tsx'
import { partsOf } from '../../server/pages/docs/parts.ts'
import { createSearchIndex } from '../../server/pages/docs/search-index.ts'

test('consecutive fenced blocks of different languages are alternatives, and the next block is their output', () => {
  const markdown =
    'Text\n\n```sh\na\n```\n\n```ts\nb\n```\n\n```json\n{}\n```\n\n```sh\nc\n```\n```sh\nd\n```'
  expect(partsOf(markdown)).toEqual([
    { kind: 'prose', text: 'Text' },
    {
      kind: 'samples',
      samples: [
        { language: 'sh', code: 'a' },
        { language: 'ts', code: 'b' },
      ],
    },
    { kind: 'code', language: 'json', code: '{}', isOutput: true },
    { kind: 'samples', samples: [{ language: 'sh', code: 'c' }] },
    { kind: 'samples', samples: [{ language: 'sh', code: 'd' }] },
  ])
})

describe('prose', () => {
  const render = (markdown: string) =>
    renderProse(markdown, { anchorOf: createAnchors(), hrefOf: siteLink })

  test.each([
    ['# A & B', '<h1>A &amp; B</h1>'],
    [
      '## One `x`\n## One `x`',
      '<h2 id="one-x"><a class="anchor" href="#one-x">One <code>x</code></a></h2><h2 id="one-x-1"><a class="anchor" href="#one-x-1">One <code>x</code></a></h2>',
    ],
    [
      '[e](errors.md#a-b) [u](https://a.example/?b=1&c=2)',
      '<p><a href="/docs/errors#a-b">e</a> <a href="https://a.example/?b=1&amp;c=2">u</a></p>',
    ],
    ['[file](../money.md) [x](javascript:alert)', '<p>file x</p>'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['a <b>c</b> `<i>`', '<p>a &lt;b&gt;c&lt;/b&gt; <code>&lt;i&gt;</code></p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ])('%j', (markdown, html) => {
    expect(String(render(markdown)).replaceAll('\n', '')).toBe(html)
  })

  test('HTML is reduced to its visible text', () => {
    expect(textOf('<p>a &amp;lt; <b>"c"</b> &#x27;</p>')).toBe('a &lt; "c" \'')
  })
})

test.each([
  [
    'sh',
    'curl "$A" # x',
    '<span class="t-keyword">curl</span> <span class="t-string">&quot;$A&quot;</span> <span class="t-comment"># x</span>',
  ],
  [
    'json',
    '{"a": 1}',
    '{<span class="t-name">&quot;a&quot;</span>: <span class="t-number">1</span>}',
  ],
  [
    'ts',
    "const a = '<'",
    '<span class="t-keyword">const</span> a = <span class="t-string">&#x27;&lt;&#x27;</span>',
  ],
  ['text', '<b>', '&lt;b&gt;'],
])('code in %s is colored and escaped', (language, code, html) => {
  expect(htmlOf(highlight(code, language))).toBe(html)
})

test('a plural finds its singular only as a complete word', () => {
  const entry = (text: string) => ({ path: `/${text}`, title: '', text, page: '', weight: 1 })
  const words = ['correct', 'core', 'corner', 'cors', 'service', 'series', 'code', 'codec']
  const find = createSearchIndex(
    [...words, 'customer', 'customs', 'country', 'countries'].map(entry),
  )
  const paths = (query: string) => find(query, 20).map(({ path }) => path)
  expect(paths('cors')).toEqual(['/cors'])
  expect(paths('series')).toEqual(['/series'])
  expect(paths('customs')).toEqual(['/customs'])
  expect(paths('codes')).toEqual(['/code'])
  expect(paths('countries')).toEqual(['/countries', '/country'])
  expect(paths('cor')).toHaveLength(4)
})

test('the search requires every word, accepts beginnings of words, and ranks titles first', () => {
  const entry = (path: string, title: string, text: string) => ({
    path,
    title,
    text,
    page: 'Page',
    weight: 1,
  })
  const find = createSearchIndex([
    entry('/a', 'Other', 'A limit of orders. '.repeat(20)),
    entry('/b', 'Limits', 'How often.'),
    entry('/c', 'Keys', 'No such word, but a limit.'),
  ])
  const paths = (query: string) => find(query, 9).map(({ path }) => path)
  expect(paths('limi')).toEqual(['/b', '/a', '/c'])
  expect(paths('LIMIT key')).toEqual(['/c'])
  expect(paths('limit nothing')).toEqual([])
  // Plurals find the singular, and the other way around.
  expect(paths('words')).toEqual(['/c'])
  expect(paths('key')).toEqual(['/c'])
  // Words of questions are ignored, unless there are no others.
  expect(paths('how do I find my key?')).toEqual([])
  expect(paths('how is my key?')).toEqual(['/c'])
  expect(paths('how')).toEqual(['/b'])
  expect(paths('  ')).toEqual([])
  expect(find('limit', 1)).toHaveLength(1)
  const [long] = find('orders', 1)
  expect(long?.excerpt.length).toBeLessThan(180)
})
