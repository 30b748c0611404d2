// Several parts on the quote page: the list, shared options, what is kept, and the handling of ZIPs and wrong files.
// Skipped without an installed Chromium.
import { afterEach, describe, expect, test } from 'bun:test'
import { chromiumPath, screens } from '../../../testing/browser/chromium.ts'
import { keptLists } from '../../../testing/browser/kept-lists.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { zipArchive } from '../../../testing/models/zip.ts'
import { useService } from '../../../testing/use.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })

const cube = (sizeMm: number) => Buffer.from(cubeStl({ sizeMm }))
const fileOf = (name: string, buffer: Buffer, mimeType = 'application/octet-stream') => ({
  name,
  mimeType,
  buffer,
})
const twelve = Array.from({ length: 12 }, (_, index) =>
  fileOf(`part-${index + 1}.stl`, cube(20 + index)),
)
const step = Buffer.from('ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((""),"2;1");\n')
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

const open = () => browser.page.goto(`${service.baseUrl}/quote`)
const rows = () => browser.page.locator('.part-row')
const texts = (selector: string) => browser.page.locator(selector).allTextContents()
const text = async (selector: string) =>
  (await browser.page.locator(selector).first().textContent())?.trim() ?? ''
const choose = (...files: ReturnType<typeof fileOf>[]) => browser.page.setInputFiles('#file', files)
const ready = (count: string) => browser.page.getByText(count, { exact: true }).waitFor()

/** Waits until the single part of the page is read, or refused. */
const isRead = () =>
  browser.page.waitForFunction(
    () =>
      document.querySelector('#reading')?.hasAttribute('hidden') &&
      document.querySelector('#report .figures, #stage-refused .notice') !== null,
  )

async function forget(): Promise<void> {
  await browser.page.evaluate(async () => {
    localStorage.clear()
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
  })
}

describe.skipIf(chromiumPath === null)('several parts in a browser', () => {
  afterEach(async () => {
    await browser.page.goto(`${service.baseUrl}/help`)
    await forget()
  })

  test('twelve parts are PETG in black after three clicks', async () => {
    const { page } = browser
    await open()
    await choose(...twelve)
    await ready('12 of 12 ready')
    let clicks = 0
    await page.exposeFunction('countClick', () => clicks++)
    await page.evaluate(() => {
      const count: unknown = Reflect.get(window, 'countClick')
      document.addEventListener('click', ({ isTrusted, detail }) => {
        // A click on a label also clicks its field, which is not a click of a user.
        if (isTrusted && detail > 0 && typeof count === 'function') count()
      })
    })
    const press = async (selector: string) => {
      await page.locator(selector).click()
    }
    await press('.card:has([value="petg"])')
    await press('.spool:has([value="Black"])')
    await press('#apply-choices')
    // The rows follow the click.
    await page.locator('.part-size', { hasText: 'PETG, Black' }).nth(11).waitFor()
    expect(await texts('.part-size')).toEqual(
      Array.from({ length: 12 }, () => expect.stringContaining('PETG, Black')),
    )
    expect(clicks).toBe(3)
    // One click restores the choices of each part.
    await press('#undo-apply')
    expect((await texts('.part-size')).filter((size) => size.includes('PETG'))).toHaveLength(1)
  })

  test('a list of parts shows the state of each part', async () => {
    const { page } = browser
    await open()
    await choose(
      fileOf('ten.stl', cube(40)),
      fileOf('part-2.stl', cube(20)),
      fileOf('drawing.step', step),
    )
    await ready('2 of 3 ready')
    expect(await texts('.part-name')).toEqual(['ten.stl', 'part-2.stl', 'drawing.step'])
    // 64 cm3 of PLA at 20 %: 36 g at 12 cents; the small part is at the minimum.
    expect(await texts('.part-price')).toEqual(['$4.32', '$1.00', 'no price'])
    expect(await texts('.part-state')).toEqual([
      'Ready',
      'Ready',
      expect.stringMatching(/^Cannot be printed: this is a STEP file/),
    ])
    expect(await text('#parts-total')).toBe('$5.32')
    expect(await text('#not-ready')).toBe('Not added: drawing.step cannot be printed.')
    await page.selectOption('#parts-sort', 'state')
    expect(await texts('.part-name')).toEqual(['drawing.step', 'ten.stl', 'part-2.stl'])
    await page.selectOption('#parts-sort', 'name')
    expect(await texts('.part-name')).toEqual(['drawing.step', 'part-2.stl', 'ten.stl'])
    await page.locator('.part-open', { hasText: 'part-2.stl' }).click()
    expect(await text('#file-name')).toBe('part-2.stl')
    const quantity = page.getByLabel('Quantity of part-2.stl')
    await quantity.fill('3')
    expect([await text('#print-price'), await page.locator('#quantity').inputValue()]).toEqual([
      '$3.00',
      '3',
    ])
    await quantity.fill('99')
    await page.getByText('Needs a choice: quantity').waitFor()
    expect(await text('#add')).toBe('Add 1 of 3 parts to basket')
    await quantity.fill('2')
    await page.waitForFunction(() => document.querySelectorAll('.part-thumb img').length === 2)
    await inspectPage(browser, 'quote-parts')
    await page.getByRole('button', { name: 'Remove drawing.step' }).click()
    expect(await rows().count()).toBe(2)
    expect(await text('#not-ready')).toBe('')
  }, 240_000)

  test('parts and their choices are restored after a reload and Back, and on request later', async () => {
    const { page } = browser
    await open()
    await choose(fileOf('one.stl', cube(40)), fileOf('two.stl', cube(30)))
    await ready('2 of 2 ready')
    await page.locator('.card:has([value="petg"])').click()
    await page.getByLabel('Quantity of two.stl').fill('4')
    await keptLists(page, [2], { quantity: '4' })
    await page.reload()
    await ready('2 of 2 ready')
    const shown = async () => [await texts('.part-name'), await texts('.part-size')]
    const before = await shown()
    expect(before[1]).toEqual([expect.stringContaining('PETG'), expect.stringContaining('PLA')])
    expect(await page.getByLabel('Quantity of two.stl').inputValue()).toBe('4')
    await page.goto(`${service.baseUrl}/gallery`)
    await page.goBack()
    await ready('2 of 2 ready')
    expect(await shown()).toEqual(before)
    // Another visit begins empty, and mentions the stored parts.
    await open()
    expect(await text('#file-name')).toBe('Your part')
    await page.getByRole('button', { name: 'Open them' }).click()
    await ready('2 of 2 ready')
    await keptLists(page, [2])
    await open()
    await page.locator('#forget-parts').click()
    await page.waitForFunction(() => localStorage.getItem('print-farm-parts') === null)
    await open()
    expect(await page.locator('#kept-parts').isVisible()).toBe(false)
  })

  test('a double click adds each part once, and navigating back does not add it again', async () => {
    const { page } = browser
    await open()
    await choose(fileOf('one.stl', cube(40)), fileOf('two.stl', cube(30)))
    await ready('2 of 2 ready')
    await page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLButtonElement>('[data-add]')) {
        button.click()
        button.click()
      }
    })
    await page.waitForURL('**/basket**')
    expect(await page.locator('.part-line').count()).toBe(2)
    await page.goBack()
    await page.getByText('In the basket').first().waitFor()
    expect(await page.locator('#add').isDisabled()).toBe(true)
    // Another color makes another part.
    await page.locator('.spool:has([value="Black"])').click()
    expect(await text('#add')).toBe('Add 1 of 2 parts to basket')
  })

  test('a ZIP is expanded into its models, and its other files are named', async () => {
    const { page } = browser
    await open()
    const archive = zipArchive([
      { name: 'set/', data: '', store: true },
      { name: 'set/one.stl', data: cube(40) },
      { name: 'set/two.stl', data: cube(30), store: true },
      { name: '__MACOSX/set/._one.stl', data: 'x' },
      { name: 'set/drawing.step', data: step },
      { name: 'set/bomb.stl', data: Buffer.alloc(1_000_000) },
      { name: 'set/lying.stl', data: cube(20), claim: { inflated: 40 } },
    ])
    await choose(fileOf('set.zip', Buffer.from(archive)))
    await ready('2 of 2 ready')
    expect(await texts('.part-name')).toEqual(['one.stl', 'two.stl'])
    expect(await text('#add-note')).toBe(
      '2 models from set.zip. Left out: drawing.step, bomb.stl (damaged), and lying.stl (damaged).',
    )
    await keptLists(page, [2])
    await page.reload()
    await ready('2 of 2 ready')
  })

  test('models of a ZIP are recognized by their content, and equal names keep their folders', async () => {
    await open()
    const archive = zipArchive([
      { name: 'left/clip.stl', data: cube(40) },
      { name: 'right/clip.stl', data: cube(30) },
      { name: 'wheel.obj', data: cube(20) },
      { name: 'photo.stl', data: png },
      { name: 'inner.stl', data: zipArchive([{ name: 'a.stl', data: cube(20) }]) },
    ])
    await choose(fileOf('set.zip', Buffer.from(archive)))
    await ready('3 of 3 ready')
    expect(await texts('.part-name')).toEqual(['left-clip.stl', 'right-clip.stl', 'wheel.stl'])
    expect(await text('#add-note')).toBe(
      '3 models from set.zip. Left out: photo.stl and inner.stl.',
    )
    // The end record of the directory refers to that of ZIP64.
    const large = Buffer.from(zipArchive([{ name: 'a.stl', data: cube(20) }]))
    large.writeUInt16LE(0xffff, large.length - 12)
    await open()
    await choose(fileOf('large.zip', large))
    await isRead()
    expect(await text('#stage-refused')).toContain('It is a ZIP64 archive, which we cannot read.')
  })

  test('a page takes as many parts as a basket', async () => {
    await open()
    await choose(...Array.from({ length: 52 }, (_, index) => fileOf(`${index}.stl`, cube(20))))
    await ready('50 of 50 ready')
    expect(await text('#add-note')).toStartWith('2 files were left out: a basket takes 50 parts')
  })

  test('the keyboard focus stays near the removed part', async () => {
    const { page } = browser
    await open()
    await choose(...twelve.slice(0, 3))
    await ready('3 of 3 ready')
    await page.locator('#apply-infill').focus()
    await page.getByRole('button', { name: 'Remove part-2.stl' }).press('Enter')
    const focused = () =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.tagName)
    expect(await focused()).toBe('Remove part-3.stl')
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('Remove part-1.stl')
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('H1')
  })

  test('a file is recognized by its content, regardless of its name', async () => {
    await open()
    for (const [file, name, title] of [
      [fileOf('part', cube(20)), 'part.stl', ''],
      [fileOf('wheel.obj', cube(20)), 'wheel.stl', ''],
      [fileOf('photo.stl', png), 'photo.stl', 'This is a picture, not a 3D model.'],
      [fileOf('case.stl', step), 'case.stl', 'This is a STEP file, which has no surface'],
      [
        fileOf('empty.zip', Buffer.from(zipArchive([{ name: 'readme.txt', data: 'hello' }]))),
        'empty.zip',
        'We found no 3D model in this ZIP file.',
      ],
      [
        fileOf(
          'cut.zip',
          Buffer.from(zipArchive([{ name: 'a.stl', data: cube(20) }])).subarray(0, 99),
        ),
        'cut.zip',
        'We found no 3D model in this ZIP file.',
      ],
    ] as const) {
      await choose(file)
      await browser.page.locator('.part-name', { hasText: name }).waitFor()
      await isRead()
      const said = title === '' ? '' : await text('#stage-refused strong')
      expect([await text('#file-name'), said]).toEqual([name, expect.stringContaining(title)])
      await browser.page.getByRole('button', { name: `Remove ${name}` }).click()
    }
    await choose(fileOf('photo.stl', png))
    await browser.page.getByRole('link', { name: 'Generate a model from a picture' }).waitFor()
  })

  test('a heavy part is offered hollow with the savings, and quantities with their price per part', async () => {
    const { page } = browser
    await open()
    await choose(fileOf('block.stl', cube(80)))
    await isRead()
    const cents = async () =>
      Math.round(Number((await text('#print-price')).replace(/[$,]/g, '')) * 100)
    const before = await cents()
    // 512 cm3 of PLA at 20 %: 5 pieces are 5 % cheaper.
    expect(await texts('#break-pills button')).toEqual([
      expect.stringContaining('1 '),
      expect.stringMatching(/^5\+ (about )?\$/),
      expect.stringMatching(/^10\+ (about )?\$/),
    ])
    const offer = page.getByRole('button', { name: /^Hollow it and save/ })
    await offer.waitFor()
    const saved = Number((await offer.textContent())?.replace(/[^\d.]/g, '')) * 100
    await offer.click()
    await page.getByText('Hollow with walls of 2.00 mm').waitFor()
    expect(before - (await cents())).toBe(Math.round(saved))
    expect(await offer.isVisible()).toBe(false)
    await page.getByRole('button', { name: /^5\+/ }).click()
    expect(await page.locator('#quantity').inputValue()).toBe('5')
    expect(await text('#breaks')).toBe('5% off')
  })

  test('strength in words sets the infill under Advanced', async () => {
    const { page } = browser
    await open()
    await page.locator('[data-sample="gear"]').click()
    await isRead()
    expect(await page.locator('#infill').isVisible()).toBe(false)
    await page.getByRole('button', { name: /^Strong/ }).click()
    expect(await text('#advanced-now')).toBe('50% infill, 0.2 mm layers, 0.4 mm nozzle')
    await page.locator('.card:has([value="premium"])').click()
    expect(await text('#advanced-now')).toBe('50% infill, 0.1 mm layers, 0.4 mm nozzle')
    await page.locator('#advanced summary').click()
    await page.fill('#infill', '35')
    expect(await page.locator('#strength [aria-pressed="true"]').count()).toBe(0)
    await page.fill('#infill', '15')
    expect(await text('#strength [aria-pressed="true"] strong')).toBe('Light')
  })

  test('fifty parts fit a phone and a desktop', async () => {
    const { page } = browser
    await open()
    await choose(
      ...Array.from({ length: 50 }, (_, index) =>
        fileOf(`a-part-with-a-rather-long-name-${index}.stl`, cube(20)),
      ),
    )
    await ready('50 of 50 ready')
    for (const [screen, size] of [
      ['phone', screens.phone],
      ['desktop', { width: 1440, height: 900 }],
    ] as const) {
      await page.setViewportSize(size)
      const list = await page.locator('#parts').boundingBox()
      const stage = await page.locator('#stage').boundingBox()
      if (list === null || stage === null) throw new Error('no list or no stage')
      expect([screen, list.height < size.height * 0.75]).toEqual([screen, true])
      // Side by side on a desktop, one below the other on a phone.
      const isBeside = list.x + list.width <= stage.x
      const isAbove = list.y + list.height <= stage.y
      expect([screen, isBeside, isAbove]).toEqual([
        screen,
        screen === 'desktop',
        screen === 'phone',
      ])
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([screen, sideways]).toEqual([screen, 0])
    }
    await page.setViewportSize(screens.desktop)
  }, 240_000)

  test('the browser logged no errors', () => {
    expect(browser.complaints).toEqual([])
  })
})
