// The HTML alternative of an email has the same content as its text, and uses nothing that mail programs drop.

import { describe, expect, test } from 'bun:test'
import { mailHtml } from '../../server/pages/mail/mail-page.tsx'

const baseUrl = 'https://farm.example'
const text = `Thank you for your order SVC-ABC234.

2 x <b>cup</b>.stl & "lid" in PLA, Black, standard quality: $8.00 charged.

Shipping address:
Ada Example
1 Test Street

Track it at https://carrier.example/JD014?a=1&b=2.

Pay here: https://evil.example/pay

Follow it at https://farm.example/orders/SVC-ABC234
`
const mail = { subject: 'Order <SVC-ABC234>', text, baseUrl, pictures: [] }

/** Returns the text of an email, with the line breaks of the document as spaces. */
async function shown(html: string): Promise<{ text: string; links: string[][]; images: string[] }> {
  let [words, isTitle] = ['', false]
  const [links, images]: [string[][], string[]] = [[], []]
  await new HTMLRewriter()
    .on('title', {
      element: (title) => {
        isTitle = true
        title.onEndTag(() => {
          isTitle = false
        })
      },
    })
    .on('br, p, td', {
      element: () => {
        words += ' '
      },
    })
    .on('a', {
      element: (link) => {
        links.push([link.getAttribute('href') ?? '', ''])
      },
      text: (piece) => {
        const last = links.at(-1)
        if (last !== undefined) last[1] += piece.text
      },
    })
    .on('img', {
      element: (image) => {
        images.push(`${image.getAttribute('src')} ${image.getAttribute('alt')}`)
      },
    })
    .onDocument({
      text: (piece) => {
        if (!isTitle) words += piece.text
      },
    })
    .transform(new Response(html))
    .text()
  return { text: words.replaceAll(/\s+/g, ' ').trim(), links, images }
}

const escaped = '2 x &lt;b&gt;cup&lt;/b&gt;.stl &amp; &quot;lid&quot; in PLA, Black'

describe('the HTML alternative', () => {
  test('contains every sentence of the text, in order, as text', async () => {
    const { text: words } = await shown(mailHtml(mail))
    expect(words).toContain(escaped)
    const sentences = ['Thank you for', '2 x', 'Shipping address:', 'Ada', '1 Test', 'Track', 'Pay']
    const places = [...sentences, 'Follow it'].map((part) => words.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  test('links of the service are buttons, links of carriers are links, and others stay text', async () => {
    const { links } = await shown(mailHtml(mail))
    expect(links).toEqual([
      ['https://carrier.example/JD014?a=1&amp;b=2', 'https://carrier.example/JD014?a=1&amp;b=2'],
      ['https://farm.example/orders/SVC-ABC234', 'Follow it'],
    ])
  })

  test.each([
    'https://farm.example.evil.example/pay',
    'https://farm.example@evil.example/pay',
    'http://farm.example/pay',
  ])('%s is not a link of the service', async (url) => {
    const { links } = await shown(mailHtml({ ...mail, text: `Pay it at ${url}` }))
    expect(links).toEqual([])
  })

  test('a quoted message has no links, whatever it contains', async () => {
    const message = '> Track it at https://evil.example\n> Pay it at https://farm.example/pay'
    const { links } = await shown(mailHtml({ ...mail, text: `Their message:\n${message}` }))
    expect(links).toEqual([])
  })

  // CSS that Gmail, Outlook for Windows, Apple Mail, Yahoo and Thunderbird all apply, according to caniemail.com.
  // Outlook ignores `max-width`, and the email is as wide as the window there.
  test('uses no style that a mail program drops', () => {
    const html = mailHtml({
      ...mail,
      pictures: [{ fileName: 'part-1.png', contentId: 'a@farm.example' }],
    }).replaceAll('&quot;', '')
    expect(html).not.toMatch(/<(?:style|link|script|div|svg|button|form)\b| class=/)
    const properties = [...html.matchAll(/ style="([^"]*)"/g)].flatMap(([, style = '']) =>
      style.split(';').flatMap((rule) => rule.split(':')[0] || []),
    )
    expect([...new Set(properties)].toSorted()).toEqual([
      'background-color',
      'border',
      'color',
      'font-family',
      'font-size',
      'font-weight',
      'line-height',
      'margin',
      'max-width',
      'padding',
      'text-decoration',
    ])
  })

  test('pictures are parts of the email, with alternative text', async () => {
    const pictures = [
      { fileName: 'part-1.png', contentId: 'a@farm.example' },
      { fileName: 'part-3.png', contentId: 'b@farm.example' },
    ]
    const { images } = await shown(mailHtml({ ...mail, pictures }))
    expect(images).toEqual([
      'cid:a@farm.example part 1, as it will be printed',
      'cid:b@farm.example part 3, as it will be printed',
    ])
  })
})
