// Markdown in texts of the operator.
import { expect, test } from 'bun:test'
import { Markdown } from '../../server/pages/legal/markdown.tsx'

const rendered = async (text: string) => String(await Markdown({ text }))

test.each([
  [
    '# One\n## Two\n### Three',
    '<h1>One</h1><h2 id="section-two">Two</h2><h3 id="section-three">Three</h3>',
  ],
  ['one\ntwo\n\nthree', '<p>one\ntwo</p><p>three</p>'],
  ['- a\n  b\n- c', '<ul><li>a\nb</li><li>c</li></ul>'],
  ['**bold** and `code`', '<p><strong>bold</strong> and <code>code</code></p>'],
  ['[us](/contact)', '<p><a href="/contact">us</a></p>'],
  ['[a](https://a.example/?b=1&c=2)', '<p><a href="https://a.example/?b=1&amp;c=2">a</a></p>'],
  ['[mail](mailto:a@example.com)', '<p><a href="mailto:a@example.com">mail</a></p>'],
  ['#hash', '<p>#hash</p>'],
])('%j', async (text, html) => {
  expect(await rendered(text)).toBe(html)
})

test.each(['javascript:alert', '//elsewhere.example', 'http://plain.example', 'data:text/html,x'])(
  'no link to %s',
  async (target) => {
    expect(await rendered(`[words](${target})`)).toBe('<p>words</p>')
  },
)

test.each(['<script>alert(1)</script>', '**<i>**', '`<i>`', '# <i>', '- <i>', '[<i>](/x)'])(
  'HTML is shown as text: %s',
  async (text) => {
    expect(await rendered(text)).not.toMatch(/<(script|i)>/)
  },
)
