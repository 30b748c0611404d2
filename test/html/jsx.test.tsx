// The renderer of pages. Expected HTML is derived from the HTML standard: 13.1.2 (elements, attributes), 13.1.4
// (character references), 13.2.5 (the tokenizer).
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { documentOf } from '../../server/html/document.ts'
import { jsx } from '../../server/html/jsx-runtime.ts'
import { type Child, htmlOf, type Markup, raw } from '../../server/html/markup.ts'

const hostile = `<img src=x onerror="alert('1')">&amp;`
const escaped = '&lt;img src=x onerror=&quot;alert(&#x27;1&#x27;)&quot;&gt;&amp;amp;'

const Box = ({ label, children }: { readonly label: string; readonly children?: Child }) => (
  <section aria-label={label}>{children}</section>
)

describe('text', () => {
  test.each<[string, Markup, string]>([
    ['between tags', <p>{hostile}</p>, `<p>${escaped}</p>`],
    [
      'beside an element',
      <p>
        a {hostile}
        <br />
      </p>,
      `<p>a ${escaped}<br/></p>`,
    ],
    ['in a list', <p>{[hostile, [hostile]]}</p>, `<p>${escaped}${escaped}</p>`],
    ['in a fragment', <>{hostile}.</>, `${escaped}.`],
    [
      'as a child of a component',
      <Box label="">{hostile}</Box>,
      `<section aria-label="">${escaped}</section>`,
    ],
    ['as the whole of a component', jsx(() => hostile, {}), escaped],
    ['in a title', <title>{hostile}</title>, `<title>${escaped}</title>`],
    [
      'in a text area',
      <textarea>{'</textarea>&lt;'}</textarea>,
      '<textarea>&lt;/textarea&gt;&amp;lt;</textarea>',
    ],
    ['of markup turned into a string', <p>{`${<br />}`}</p>, '<p>&lt;br/&gt;</p>'],
    // The compiler decodes references in templates, so they are escaped again.
    ['of a template', <p>1 &lt; 2 &amp; "3"</p>, '<p>1 &lt; 2 &amp; &quot;3&quot;</p>'],
  ])('%s is escaped', (_, markup, html) => {
    expect(String(markup)).toBe(html)
  })

  test('a reference that lacks its semicolon stays text', () => {
    expect(String(<a href="?a=1&copy=2">x</a>)).toBe('<a href="?a=1&amp;copy=2">x</a>')
  })

  test('a first line break, which a parser drops, is written twice', () => {
    const lines = '\na'
    expect(String(<textarea>{lines}</textarea>)).toBe('<textarea>\n\na</textarea>')
    expect(String(<pre>{lines}</pre>)).toBe('<pre>\n\na</pre>')
    // Browsers send the lines of a form with CRLF.
    expect(String(<textarea>{'\r\na'}</textarea>)).toBe('<textarea>\n\r\na</textarea>')
    expect(String(<p>{lines}</p>)).toBe('<p>\na</p>')
  })
})

describe('children', () => {
  test('elements and raw markup are not escaped again', () => {
    expect(
      String(
        <p>
          {raw('<b>a</b>')}
          <wbr />
        </p>,
      ),
    ).toBe('<p><b>a</b><wbr/></p>')
  })

  test('null, undefined and false render nothing', () => {
    for (const nothing of [null, undefined, false] as const) {
      expect(String(<p>{nothing}</p>)).toBe('<p></p>')
      expect(htmlOf(['a', nothing])).toBe('a')
    }
  })

  test('0 and the empty string are rendered', () => {
    expect(
      String(
        <p>
          {0}
          {''}
          {-1.5}
        </p>,
      ),
    ).toBe('<p>0-1.5</p>')
  })

  test('invalid children are refused', () => {
    const render = (child: unknown) => () => jsx('p', { children: child as Child })
    for (const wrong of [{}, new Date(0), Promise.resolve('a'), () => 'a', true, Symbol('a')]) {
      expect(render(wrong)).toThrow(TypeError)
    }
    // The object resembles markup, for example as parsed from JSON.
    expect(render({ html: '<b>', toString: () => '<b>' })).toThrow(TypeError)
  })
})

describe('attributes', () => {
  test.each<[string, Markup, string]>([
    ['text is escaped', <p title={hostile}></p>, `<p title="${escaped}"></p>`],
    ['a quote does not end it', <p id={'"><script>'}></p>, '<p id="&quot;&gt;&lt;script&gt;"></p>'],
    ['a spread is escaped', <p {...{ title: '"' }}></p>, '<p title="&quot;"></p>'],
    ['the empty string has a value', <p data-age=""></p>, '<p data-age=""></p>'],
    ['a number is written in digits', <td colspan={0}></td>, '<td colspan="0"></td>'],
    ['true has no value', <input required data-age />, '<input required data-age/>'],
    ['false is left out', <input required={false} data-age={false} />, '<input/>'],
    ['undefined is left out', <p id={undefined} aria-label={undefined}></p>, '<p></p>'],
    [
      'classes of a list',
      <p class={['a', false, 'b"', '', null]}></p>,
      '<p class="a b&quot;"></p>',
    ],
    ['no class of a list applies', <p class={[false]}></p>, '<p></p>'],
    ['with hyphens', <path stroke-width="2" />, '<path stroke-width="2"></path>'],
    [
      'in the order given',
      <link rel="x" href="/" class="y" />,
      '<link rel="x" href="/" class="y"/>',
    ],
  ])('%s', (_, markup, html) => {
    expect(String(markup)).toBe(html)
  })

  test.each([' onclick', 'a>', 'a/b', 'a=b', 'a"', "a'", '<a', 'a\n', ''])(
    'the name %j is refused',
    (name) => {
      expect(() => jsx('p', { [name]: 'x' })).toThrow(TypeError)
    },
  )

  test('values without a text representation are refused', () => {
    for (const value of [{}, new Date(0), () => 'a', Symbol('a'), raw('<b>')]) {
      expect(() => jsx('p', { title: value })).toThrow(TypeError)
    }
  })
})

test('elements without contents have no end tag', () => {
  const names = 'area base br col embed hr img input link meta source track wbr'
  for (const name of names.split(' ')) expect(String(jsx(name, {}))).toBe(`<${name}/>`)
  for (const name of ['p', 'script', 'textarea']) {
    expect(String(jsx(name, {}))).toBe(`<${name}></${name}>`)
  }
})

test('text in a script or a style, where nothing can be escaped, is refused', () => {
  for (const tag of ['script', 'style']) {
    expect(() => jsx(tag, { children: '</script>' })).toThrow(TypeError)
    expect(() => jsx(tag, { children: [raw('a'), 'b'] })).toThrow(TypeError)
  }
  expect(String(<style>{raw('a > b {}')}</style>)).toBe('<style>a > b {}</style>')
})

test('a document starts with its doctype', () => {
  expect(documentOf(<html lang="en"></html>)).toBe('<!doctype html><html lang="en"></html>')
})

test('any text is escaped as by Bun’s function', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...`&<>"'`), fc.string()) })
  fc.assert(
    fc.property(text, (any) => {
      expect(htmlOf(any)).toBe(Bun.escapeHTML(any))
      expect(String(<p title={any}></p>)).toBe(`<p title="${Bun.escapeHTML(any)}"></p>`)
    }),
  )
})

test('text outside of an element is escaped where it is shown', () => {
  expect(htmlOf([hostile, <br />])).toBe(`${escaped}<br/>`)
})

test('wrong elements and attributes do not compile', () => {
  // @ts-expect-error a name that no element has
  expect(String(<p clas="a"></p>)).toBe('<p clas="a"></p>')
  // @ts-expect-error an attribute of another element
  expect(String(<p href="a"></p>)).toBe('<p href="a"></p>')
  // @ts-expect-error a handler, which the policy of the pages blocks
  expect(String(<p onclick="a"></p>)).toBe('<p onclick="a"></p>')
  // @ts-expect-error a style, which the policy of the pages blocks
  expect(String(<p style="a"></p>)).toBe('<p style="a"></p>')
  // @ts-expect-error not an element
  expect(String(<tabel></tabel>)).toBe('<tabel></tabel>')
  // @ts-expect-error an object is not a child
  expect(() => <p>{{ html: '<b>' }}</p>).toThrow()
  // @ts-expect-error a promise is not a child
  expect(() => <p>{Promise.resolve('a')}</p>).toThrow()
  // @ts-expect-error true is shown nowhere
  expect(() => <p>{true}</p>).toThrow()
  // @ts-expect-error markup is not an attribute
  expect(() => <p title={<br />}></p>).toThrow()
  // @ts-expect-error markup is not an attribute with a hyphen either
  expect(() => <section aria-label={<br />}></section>).toThrow()
  // @ts-expect-error markup is not a string
  const text: string = <br />
  expect(String(text)).toBe('<br/>')
  // @ts-expect-error a string is not markup
  const markup: Markup = '<br/>'
  expect(htmlOf(markup)).toBe('&lt;br/&gt;')
  // @ts-expect-error an object that looks like markup is not markup
  const lookalike: Markup = { toString: () => '<br/>' }
  expect(() => htmlOf(lookalike)).toThrow()
})
