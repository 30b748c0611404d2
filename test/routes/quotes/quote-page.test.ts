// /quote without its script: the form posts the file, and the server responds with the page, the price and the
// choices.
import { describe, expect, test } from 'bun:test'
import { binaryStl, box, cubeStl } from '../../../testing/models/meshes.ts'
import { CUBE } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

function post(fields: Readonly<Record<string, string>>, file: File | null): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  if (file !== null) body.set('file', file)
  return service.fetch('/quote', { method: 'POST', body })
}
const cube = () => new File([CUBE.bytes], CUBE.name)
const makeFile = (name: string, bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], name)
/** Returns the hidden field with which the next form names the file. */
const keptFileOf = (html: string) => /name="keptFile" value="([^"]+)"/.exec(html)?.[1] ?? ''

/** Adds a part to a new basket, and opens the basket. */
async function add(fields: Readonly<Record<string, string>>, sent: File | null = null) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  if (sent !== null) body.set('file', sent)
  const response = await service.fetch('/basket/parts', { method: 'POST', body })
  const [cookie = ''] = response.headers.getSetCookie().map((set) => set.split(';')[0] ?? '')
  const basket = await (await service.fetch('/basket', { headers: { cookie } })).text()
  return { status: response.status, location: response.headers.get('location'), basket }
}

/** A closed cube with edges of length 1. */
const cubeObj = `${[0, 1]
  .flatMap((z) => [0, 1].flatMap((y) => [0, 1].map((x) => `v ${x} ${y} ${z}`)))
  .join('\n')}
f 1 3 4 2
f 5 6 8 7
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
`

const textOf = (html: string, id: string) =>
  new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1]?.trim()

describe('the page', () => {
  test('may run the core and no other WASM', async () => {
    const response = await service.fetch('/quote')
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(policy).toContain("worker-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("style-src 'self'")
  })

  test('does not say that the file stays in the browser, because it has no script', async () => {
    const html = await (await service.fetch('/quote')).text()
    expect(html).not.toContain('Measured in your browser')
    expect(html).toContain('<noscript>Your file is sent to us when you show the price.</noscript>')
    expect(html).toMatch(/<span class="scripted">\s*Your file stays in this browser/)
  })

  test('other pages may not run WASM', async () => {
    const policy = (await service.fetch('/')).headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('wasm')
    expect(policy).not.toContain('worker-src')
  })
})

describe('a posted file', () => {
  // 8 cm3: 4.4352 g of pla at 20 %, billed as 5; 5 x $0.12 is under the minimum of a dollar.
  test.each([
    [{ color: 'Black' }, '$1.00', '$8.00'],
    // 8 x 1.07 x 1.0 = 8.56 -> 9 g x $0.14 x 1.75 x 10 = $22.05; 10 % off is $19.845; $30 to Germany.
    [
      {
        material: 'asa',
        quality: 'premium',
        color: 'Red',
        infill: '100',
        quantity: '10',
        country: 'DE',
      },
      '$19.85',
      '$49.85',
    ],
    // 5 g x $0.20 = $1.00 x 3.
    [{ color: 'custom', customColor: '#123456', quantity: '3' }, '$3.00', '$10.00'],
  ])('with %p costs %p, with postage %p', async (fields, print, total) => {
    const response = await post(fields, cube())
    const html = await response.text()
    expect(response.status).toBe(200)
    expect([textOf(html, 'print-price'), textOf(html, 'total')]).toEqual([print, total])
    expect(html).toContain('20.0 × 20.0 × 20.0 mm')
    expect(html).toContain('src="data:image/png;base64,')
    expect(textOf(html, 'ships-by')).toMatch(
      /^Ships by \w{3}, \w{3} \d+\. Arrives \w{3}, \w{3} \d+ to \w{3}, \w{3} \d+\.$/,
    )
  })

  // 2 mm: 20 mm when read in centimeters, 50.8 mm in inches.
  test('of an unlikely size gets a question about its unit', async () => {
    const html = await (await post({}, makeFile('tiny.stl', cubeStl({ sizeMm: 2 })))).text()
    expect(html).toContain('read in mm. Was the file meant in another unit?')
    expect(html).toContain('<li>centimeters: 20.0 × 20.0 × 20.0 mm</li>')
    expect(html).toContain('<li>inches: 50.8 × 50.8 × 50.8 mm</li>')
    expect(await (await post({}, cube())).text()).not.toContain('another unit?')
  })

  test('keeps the choices', async () => {
    const html = await (
      await post({ material: 'tpu', color: 'Lavender', quantity: '7', country: 'NZ' }, cube())
    ).text()
    expect(html).toMatch(/value="tpu"[^>]* checked/)
    expect(html).toMatch(/value="Lavender"[^>]* checked/)
    expect(html).toMatch(/id="quantity"[^>]*value="7"/)
    expect(html).toMatch(/value="NZ" selected/)
  })

  test('in another unit has another size', async () => {
    const html = await (await post({ units: 'cm' }, cube())).text()
    expect(html).toContain('200.0 × 200.0 × 200.0 mm')
  })

  test.each([
    ['nothing', null, 400, 'Choose a file first.'],
    ['an empty file', makeFile('part.stl', ''), 400, 'The file is empty.'],
    ['a text', makeFile('part.txt', 'hello'), 422, 'We cannot read .txt files.'],
    ['no mesh', makeFile('part.stl', 'solid nothing'), 422, 'We could not read a printable part'],
    [
      'too large',
      makeFile('part.stl', binaryStl(box([400, 20, 20]))),
      422,
      'Scale it to 85% or less',
    ],
  ])('%s is refused with advice', async (_what, sent, status, sentence) => {
    const response = await post({}, sent)
    const html = await response.text()
    expect([response.status, html.includes(sentence)]).toEqual([status, true])
    expect(textOf(html, 'total')).toBe('–')
  })

  test('is stored, so that other choices are priced and the part is added without another upload', async () => {
    const first = await (await post({ color: 'Black' }, cube())).text()
    const keptFile = keptFileOf(first)
    // Three parts at a dollar each.
    const again = await (await post({ color: 'Black', quantity: '3', keptFile }, null)).text()
    expect([textOf(again, 'print-price'), textOf(again, 'total')]).toEqual(['$3.00', '$10.00'])
    expect(keptFileOf(again)).not.toBe('')
    const added = await add({ color: 'Black', quantity: '3', keptFile, expectedCents: '300' })
    expect([
      added.location,
      added.basket.includes(CUBE.name),
      added.basket.includes('$3.00'),
    ]).toEqual(['/basket', true, true])
    expect(added.basket).not.toContain('The price has changed')
  })

  test('an OBJ is stored as the STL that is printed, which states its unit', async () => {
    // 1 x 1 x 1 in inches.
    const obj = makeFile('one.obj', cubeObj)
    const first = await (await post({ units: 'in', color: 'Black' }, obj)).text()
    expect(first).toContain('25.4 × 25.4 × 25.4 mm')
    expect(first).toMatch(/<option value="" selected/)
    const again = await (await post({ keptFile: keptFileOf(first) }, null)).text()
    expect(again).toContain('25.4 × 25.4 × 25.4 mm')
    expect(again).toContain('one.stl')
  })

  test.each([
    ['forged', (kept: string) => kept.replace(/^./, (first) => (first === 'e' ? 'f' : 'e'))],
    ['without its hash', (kept: string) => kept.split('.')[0] ?? ''],
    ['empty', () => ''],
  ])('a field that is %s names no file', async (_what, change) => {
    const kept = keptFileOf(await (await post({}, cube())).text())
    expect((await post({ keptFile: change(kept) }, null)).status).toBe(400)
    expect((await add({ keptFile: change(kept) })).status).toBe(400)
  })

  test('goes into the basket in a custom color', async () => {
    const added = await add({ color: 'custom', customColor: 'teal', quantity: '3' }, cube())
    // 5 g x $0.20 x 3.
    expect([added.basket.includes('PLA, teal,'), added.basket.includes('$3.00')]).toEqual([
      true,
      true,
    ])
  })

  test('a file name cannot become markup', async () => {
    const html = await (await post({}, makeFile('<b onclick=x>.stl', CUBE.bytes))).text()
    expect(html).not.toContain('<b onclick')
  })

  test('is laid on its best face and hollowed, and added in its priced form', async () => {
    // 200 cm3: 111 g of pla at 20 %.
    const tower = () => makeFile('tower.stl', binaryStl(box([40, 50, 100])))
    const fields = { color: 'Black', orient: '1', hollow: '1', wallMm: '2' }
    const html = await (await post(fields, tower())).text()
    expect(html).toContain('Turned onto its best face: height 100.0 mm → 40.0 mm.')
    const [, grams = '', dollars = ''] =
      /saves (\d+) g a part and \$([\d.]+) in total\./.exec(html) ?? []
    expect(Math.round(100 * Number(dollars))).toBe(12 * Number(grams))
    const price = textOf(html, 'print-price') ?? ''
    expect(price).toBe(`$${(13.32 - Number(dollars)).toFixed(2)}`)
    // The stored file is the changed one.
    const added = await add({ color: 'Black', keptFile: keptFileOf(html) })
    expect(added.basket).toContain(price)
    // Both in one step.
    expect((await add(fields, tower())).basket).toContain(price)
    expect((await add({ color: 'Black' }, tower())).basket).toContain('$13.32')
  })

  test.each([
    [
      'a wall out of range',
      { hollow: '1', wallMm: '0.3' },
      'Enter a wall from 0.4 to 10 mm',
      'enter 0.4 to 10 mm',
    ],
    [
      'an empty custom color',
      { color: 'custom', customColor: ' ' },
      'enter a name or a hex value',
      'enter a name or a hex value',
    ],
  ])('with %s is refused by name', async (_what, fields, ofPage, ofBasket) => {
    const response = await post(fields, cube())
    expect([response.status, (await response.text()).includes(ofPage)]).toEqual([400, true])
    const added = await add(fields, cube())
    expect([added.status, added.basket.includes(CUBE.name)]).toEqual([400, false])
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', cube())
    const refused = await service.fetch('/basket/parts', { method: 'POST', body })
    expect(await refused.text()).toContain(ofBasket)
  })

  test('as an OBJ goes into the basket as its STL', async () => {
    const added = await add({ units: 'in', color: 'Black' }, makeFile('one.obj', cubeObj))
    expect([added.location, added.basket.includes('one.stl')]).toEqual(['/basket', true])
  })
})
