// Pages are made of elements, which escape text. Every exception is listed here, with the reason why it is safe.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source text
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Bypass, bypassesOf } from './markup.ts'

const root = join(import.meta.dir, '../..')
const sources = '{server,mcp,slicer-bridge,bench}/**/*.{ts,tsx,js,mjs}'
/** The renderer itself, and files that write XML. */
const others = /^server\/html\/(?:markup|jsx-runtime|jsx-dev-runtime)\.ts$|^bench\/attack\//

type Listed = Bypass & { readonly because: string }

const listed: readonly Listed[] = [
  {
    path: 'bench/report/document.tsx',
    text: '<style>{raw(css)}</style>',
    because: 'stylesheets of this repository',
  },
  {
    path: 'server/adapters/pictures/clean-svg.ts',
    text: 'this.#out.push(`<svg xmlns="${svgNamespace}"${rootAttributes(tag, this.#size)}>`)',
    because: 'SVG of names and values that match an allow list',
  },
  {
    path: 'server/adapters/pictures/paint-3mf.ts',
    text: 'const text = `<vertex x="${tx}" y="${ty}" z="${tz}"/>`',
    because: 'XML of a 3MF: numbers, and names of stock colors',
  },
  {
    path: 'server/adapters/pictures/paint-3mf.ts',
    text: 'return `<base name="${name}" displaycolor="${hex}FF"/>`',
    because: 'XML of a 3MF: numbers, and names of stock colors',
  },
  {
    path: 'server/adapters/pictures/paint-3mf.ts',
    text: 'yield `<resources><basematerials id="1">${bases.join(\'\')}</basematerials>`',
    because: 'XML of a 3MF: numbers, and names of stock colors',
  },
  {
    path: 'server/adapters/pictures/paint-3mf.ts',
    text: 'yield `<triangle v1="${a}" v2="${b}" v3="${c}" pid="1" p1="${place.get(spool) ?? 0}"/>`',
    because: 'XML of a 3MF: numbers, and names of stock colors',
  },
  {
    path: 'server/adapters/pictures/paint-3mf.ts',
    text: 'yield `<build><item objectid="2" transform="1 0 0 0 1 0 0 0 1 ${x} ${y} ${z}"/></build></model>`',
    because: 'XML of a 3MF: numbers, and names of stock colors',
  },
  {
    path: 'server/browser/base/show-markup.ts',
    text: 'element.innerHTML = htmlOf(contents)',
    because: 'text in it was escaped',
  },
  {
    path: 'server/browser/cart/sent-forms.ts',
    text: "new DOMParser().parseFromString(await response.text(), 'text/html')",
    because: 'the basket, as the server renders it now',
  },
  {
    path: 'server/browser/generation/job.ts',
    text: 'if (progress.outerHTML !== shown.outerHTML) shown.replaceWith(document.adoptNode(progress))',
    because: 'compares',
  },
  {
    path: 'server/browser/generation/job.ts',
    text: "const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')",
    because: 'the page itself, as the server renders it now',
  },
  {
    path: 'server/browser/live/live.ts',
    text: 'template.innerHTML = html',
    because: 'fragments that the server rendered',
  },
  {
    path: 'server/browser/orders/order.ts',
    text: "const page = new DOMParser().parseFromString(await response.text(), 'text/html')",
    because: 'the page itself, as the server renders it now',
  },
  {
    path: 'server/browser/orders/order.ts',
    text: 'if (part !== null) replaceParts(part.outerHTML, showTimes)',
    because: 'an element of the page',
  },
  {
    path: 'server/browser/quotes/basket/basket.ts',
    text: "const basket = new DOMParser().parseFromString(await response.text(), 'text/html')",
    because: 'the page of the basket, which is read and not shown',
  },
  {
    path: 'server/browser/quotes/quote.ts',
    text: "showCount(new DOMParser().parseFromString(await response.text(), 'text/html'))",
    because: 'a page of ours, of which the number in the header is taken over',
  },
  {
    path: 'server/html/prose.ts',
    text: 'return raw(prose)',
    because: 'the parser’s elements around text that is escaped there',
  },
  {
    path: 'server/local/stripe/hosted/page.tsx',
    text: '<style>{raw(stylesheet)}</style>',
    because: 'a constant',
  },
  {
    path: 'server/pages/operators/parts/chart.tsx',
    text: 'return `<rect class="hit" x="${index * stepWidth}" y="0" width="${stepWidth}" height="${height}"><title>${text}</title></rect>`',
    because: 'numbers, and text that is escaped in the line above',
  },
  {
    path: 'server/pages/operators/parts/chart.tsx',
    text: "return raw(hints.join(''))",
    because: 'those rectangles',
  },
]

test('raw HTML, parsers of HTML and HTML in strings are listed', async () => {
  const paths = [...new Bun.Glob(sources).scanSync(root)].filter((path) => !others.test(path))
  const files = await Promise.all(
    paths.sort().map(async (path) => ({ path, source: await Bun.file(join(root, path)).text() })),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap(bypassesOf)).toEqual(listed.map(({ path, text }) => ({ path, text })))
})

describe('the check', () => {
  const importRaw = "import { raw } from '../../html/markup.ts'\n"

  test.each([
    [`${importRaw}const a = raw(html)`, ['const a = raw(html)']],
    [`${importRaw}const a = texts.map(raw)`, ['const a = texts.map(raw)']],
    [
      "import { raw as safe } from '../../html/markup.ts'",
      ["import { raw as safe } from '../../html/markup.ts'"],
    ],
    [
      "import * as markup from '../../html/markup.ts'",
      ["import * as markup from '../../html/markup.ts'"],
    ],
    ["export { raw } from '#html/markup'", ["export { raw } from '#html/markup'"]],
    ["export * from '../../html/markup.ts'", ["export * from '../../html/markup.ts'"]],
    ['element.innerHTML = html', ['element.innerHTML = html']],
    [
      "element.insertAdjacentHTML('beforeend', html)",
      ["element.insertAdjacentHTML('beforeend', html)"],
    ],
    ['const html = `<p>${text}</p>`', ['const html = `<p>${text}</p>`']],
    ["const html = '<p>' + text", ["const html = '<p>' + text"]],
    // Neither HTML nor that function.
    ["const a = sql.raw('a')\nconst raw = 1\nconst isLess = `${a} < ${raw}`", []],
    ["const a = '<p>a</p>'", []],
  ])('%s', (source, found) => {
    expect(bypassesOf({ path: 'server/pages/x.ts', source }).map(({ text }) => text)).toEqual(found)
  })

  test('finds markup in attributes of elements', () => {
    const source = '<p dangerouslySetInnerHTML={{ html }} />'
    expect(bypassesOf({ path: 'server/pages/x.tsx', source })).toHaveLength(1)
  })
})
