// Logos: what is accepted by content, what is removed, and hostile files.
import { describe, expect, test } from 'bun:test'
import { deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { cleanLogo } from '../../../server/adapters/pictures/clean-logo.ts'
import { logoPng, logoSvg } from '../../../testing/own-branding.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

async function accepted(bytes: Uint8Array) {
  const logo = await cleanLogo(bytes)
  if (!logo.ok) throw new Error(logo.failure)
  return logo.value
}

async function refused(bytes: Uint8Array): Promise<string> {
  const logo = await cleanLogo(bytes)
  if (logo.ok) throw new Error('The logo was accepted.')
  return logo.failure
}

const svg = (content: string, attributes = '') =>
  bytesOf(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 64 32" ${attributes}>${content}</svg>`,
  )

describe('an SVG', () => {
  test('is rebuilt without notes, and becomes pictures for emails and icons', async () => {
    const logo = await accepted(bytesOf(logoSvg))
    const text = new TextDecoder().decode(logo.body)
    expect(logo).toMatchObject({ type: 'image/svg+xml', width: 64, height: 32 })
    expect(text).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32"')
    expect(text).toContain('href="#a"')
    expect(text).toContain('clip-path="url(#c)"')
    expect(text).toContain('stop-color="#7a1fa2"')
    expect(text).not.toMatch(/sodipodi|metadata|title|style=|<!--|xlink/)
    const mail = await sharp(logo.mailPng).metadata()
    expect([mail.format, mail.width, mail.height]).toEqual(['png', 192, 96])
    const icon = await sharp(logo.iconPng).metadata()
    expect([icon.format, icon.width, icon.height]).toEqual(['png', 256, 256])
    // The white circle left of the middle, and the purple beside it.
    const { data } = await sharp(logo.mailPng)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray(4 * (y * 192 + x), 4 * (y * 192 + x) + 3),
    ]
    expect(at(48, 48)).toEqual([255, 255, 255])
    expect(at(48, 48)).not.toEqual(at(100, 48))
  })

  test('that was cleaned is accepted again, unchanged', async () => {
    const once = await accepted(bytesOf(logoSvg))
    expect((await accepted(once.body)).digest).toBe(once.digest)
  })

  test.each([
    ['a script', svg('<script>alert(1)</script>'), '<script>'],
    ['a script in a note', svg('<metadata><script>1</script></metadata>'), '<script>'],
    ['a script of another namespace', svg('<x:script xmlns:x="urn:x">1</x:script>'), '<script>'],
    ['an event attribute', svg('<rect width="9" height="9" onclick="alert(1)"/>'), 'onclick'],
    ['an event attribute of the root', svg('<rect/>', 'onload="alert(1)"'), 'onload'],
    [
      'HTML',
      svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
      '<foreignObject>',
    ],
    ['a link', svg('<a href="javascript:alert(1)"><rect/></a>'), '<a>'],
    ['an embedded picture', svg('<image href="https://example.com/x.png"/>'), 'as PNG'],
    ['a reference to another file', svg('<rect fill="url(https://example.com/#x)"/>'), 'fill'],
    ['a reference in a style', svg('<rect style="fill:url(//example.com#x)"/>'), 'fill'],
    ['an escape in a style', svg('<rect style="fill:u\\72l(//example.com)"/>'), 'fill'],
    ['a style sheet', svg('<style>@import url(//example.com)</style>'), '<style>'],
    ['text', svg('<text>Acme</text>'), 'Convert text to paths'],
    ['copies', svg('<use href="#a"/>'), '<use>'],
    ['an animation', svg('<rect><animate attributeName="x"/></rect>'), '<animate>'],
    [
      'a gradient of another file',
      svg('<linearGradient xlink:href="https://x.example/#a"/>'),
      'link',
    ],
    ['a filter', svg('<filter id="f"/>'), '<filter>'],
    ['a nested SVG', svg('<svg viewBox="0 0 1 1"/>'), '<svg>'],
  ])('with %s is refused', async (_what, bytes, word) => {
    expect(await refused(bytes)).toContain(word)
  })

  test('with entities is refused', async () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${logoSvg.slice(logoSvg.indexOf('<svg'))}`
    expect(await refused(bytesOf(bomb))).toContain('entities')
  })

  test('with a style sheet of another file is refused', async () => {
    const styled = `<?xml-stylesheet href="https://example.com/x.css"?>${logoSvg.slice(logoSvg.indexOf('<svg'))}`
    expect(await refused(bytesOf(styled))).toContain('xml-stylesheet')
  })

  test.each([
    ['2,001 elements', svg('<rect/>'.repeat(2_001)), '2000 elements'],
    ['40 levels', svg(`${'<g>'.repeat(40)}${'</g>'.repeat(40)}`), 'nested too deeply'],
    ['200 kB', svg(`<path d="${'M0 0'.repeat(50_001)}"/>`), '200 kB'],
    [
      'an open element',
      bytesOf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g>'),
      'not well-formed',
    ],
    [
      'a page after it',
      bytesOf(`${new TextDecoder().decode(svg('<rect/>'))}<html></html>`),
      'not well-formed',
    ],
    ['no namespace', bytesOf('<svg viewBox="0 0 9 9"></svg>'), 'no SVG'],
    ['no size', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 'viewBox'],
    [
      'a huge size',
      bytesOf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e9 1e9"/>'),
      'viewBox',
    ],
    [
      'the shape of a line',
      bytesOf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 10"/>'),
      '8 times',
    ],
  ])('with %s is refused', async (_what, bytes, words) => {
    expect(await refused(bytes)).toContain(words)
  })
})

describe('a PNG', () => {
  test('is encoded again, without metadata and data after its end', async () => {
    const plain = await sharp(await logoPng(300, 150))
      .withMetadata({ exif: { IFD0: { Copyright: 'a person' } } })
      .png()
      .toBuffer()
    const polyglot = Buffer.concat([
      plain,
      Buffer.from('<html><script>alert(1)</script>PK\x03\x04'),
    ])
    const logo = await accepted(polyglot)
    expect(logo).toMatchObject({ type: 'image/png', width: 300, height: 150 })
    const text = Buffer.from(logo.body).toString('latin1')
    expect(text).not.toContain('script')
    expect(text).not.toContain('a person')
    expect((await sharp(logo.body).metadata()).exif).toBeUndefined()
  })

  test('larger than a page needs is made smaller', async () => {
    expect(await accepted(await logoPng(4_000, 1_000))).toMatchObject({ width: 1_200, height: 300 })
  })

  test.each([
    ['4,001 px', () => logoPng(4_001, 1_000), '4,000 px'],
    ['31 px', () => logoPng(31, 31), '32 px'],
    ['the shape of a line', () => logoPng(900, 100), '8 times'],
  ])('of %s is refused', async (_what, make, words) => {
    expect(await refused(await make())).toContain(words)
  })

  test('that states 60,000 x 60,000 px is refused without being decoded', async () => {
    expect(await refused(hugePng(60_000))).toMatch(/px|too large/)
  })

  test('that is truncated is refused', async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .resize(200, 200)
      .png()
      .toBuffer()
    expect(await refused(whole.subarray(0, whole.length / 2))).toContain('cannot be read')
  })
})

test('a dark logo is recognized as dark, and one with a light shape is not', async () => {
  expect((await accepted(await logoPng(64, 64, '#101010'))).isDark).toBe(true)
  expect((await accepted(await logoPng(64, 64, '#7a1fa2'))).isDark).toBe(true)
  expect((await accepted(await logoPng(64, 64, '#ffb300'))).isDark).toBe(false)
})

test.each([
  ['nothing', new Uint8Array(), 'empty'],
  ['a JPEG', bytesOf('\u00ff\u00d8\u00ff'), 'SVG or PNG'],
  ['a page', bytesOf('<!doctype html><title>x</title>'), 'SVG or PNG'],
  [
    'a signature of PNG before an SVG',
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...bytesOf(logoSvg)]),
    'cannot be read',
  ],
  ['UTF-16', new Uint8Array(Buffer.from(logoSvg, 'utf16le')), 'SVG or PNG'],
])('%s is refused', async (_what, bytes, words) => {
  expect(await refused(bytes)).toContain(words)
})

/** A PNG of zeros that states its size, with the checksums of the standard. */
function hugePng(side: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const zeros = Buffer.concat([Buffer.from([0x78, 0x9c]), deflateRawSync(Buffer.alloc(10_000))])
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(Bun.hash.crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', header), chunk('IDAT', zeros), chunk('IEND', Buffer.alloc(0))],
  ])
}
