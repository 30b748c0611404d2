// The quote page in a real browser shows the price that an order charges, for every file of the corpus; with the
// keyboard alone, without a script, and at every width. Skipped without an installed Chromium.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { crossStl } from '../../../testing/models/overhangs.ts'
import { orderForm } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { inspectPage } from '../inspect.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })
const corpus = join(import.meta.dir, '../../../../shared/corpus')
const files = existsSync(corpus)
  ? readdirSync(corpus)
      .filter((name) => /\.(stl|3mf|glb|obj|gcode)$/i.test(name))
      .map((name) => join(corpus, name))
  : []

/** 8 cm3: 5 g of PLA at 20 %, which is under the minimum of a dollar. */
const cube = Buffer.from(cubeStl({ sizeMm: 20 }))

const open = () => browser.page.goto(`${service.baseUrl}/quote`)
const text = async (selector: string) =>
  (await browser.page.locator(selector).first().textContent())?.trim() ?? ''
const sample = (name: string) => browser.page.locator(`[data-sample="${name}"]`).click()
const isRead = () =>
  browser.page.waitForFunction(() => {
    const said = '#report .notice, #report .figures, #stage-refused .notice'
    const isIdle = document.querySelector('#reading')?.hasAttribute('hidden')
    return isIdle && document.querySelector(said) !== null
  })
const isDrawn = () => browser.page.waitForSelector('#stage[data-drawn]')

type Fields = Readonly<Record<string, string>>

/** Changes the form as a user does: every change is an event of the form. */
async function choose(fields: Fields): Promise<void> {
  await browser.page.evaluate((wanted) => {
    const form = document.querySelector<HTMLFormElement>('#quote')
    for (const [name, value] of Object.entries(wanted)) {
      const field = form?.elements.namedItem(name)
      if (field instanceof RadioNodeList) {
        field.value = value
      } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = value
      }
    }
    form?.dispatchEvent(new Event('input', { bubbles: true }))
  }, fields)
}

/**
 * Returns the total of a real order of the file, or null when it is refused. Uploads an OBJ first, like the basket.
 */
async function ordered(path: string, fields: Fields): Promise<string | null> {
  const account = await service.account()
  const name = basename(path)
  const bytes = await Bun.file(path).bytes()
  const isObj = name.endsWith('.obj')
  const form = orderForm(fields, isObj ? null : { name, bytes })
  if (isObj) {
    const upload = new FormData()
    upload.set('file', new File([bytes], name))
    const stored = await service.fetch('/api/print-upload', rawPost(upload, account.headers))
    if (!stored.ok) return null
    form.set('modelUrl', String(((await stored.json()) as { modelUrl: unknown }).modelUrl))
  }
  const response = await service.fetch('/api/print/orders', rawPost(form, account.headers))
  if (response.status !== 201) {
    expect([name, response.status]).toEqual([name, 422])
    return null
  }
  const { estimatedCost } = (await response.json()) as { estimatedCost: number }
  return `$${estimatedCost.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
}

const choices: readonly Fields[] = [
  {
    material: 'pla',
    quality: 'standard',
    color: 'Black',
    quantity: '1',
    infill: '20',
    layerHeight: '0.2',
    country: 'US',
  },
  {
    material: 'asa',
    quality: 'premium',
    color: 'Red',
    quantity: '7',
    infill: '35',
    layerHeight: '0.3',
    country: 'DE',
  },
]

describe.skipIf(chromiumPath === null)('in a browser', () => {
  test.skipIf(files.length === 0)(
    'every file of the corpus costs what its order charges',
    async () => {
      await open()
      const found: unknown[] = []
      const expected: (readonly [string, string | null])[] = []
      const compare = async (path: string, fields: Fields) => {
        const total = await text('#total')
        found.push([basename(path), total === '–' ? null : total])
        expected.push([basename(path), await ordered(path, fields)])
      }
      for (const path of files) {
        await browser.page.setInputFiles('#file', path)
        await isRead()
        for (const fields of choices) {
          await choose(fields)
          await compare(path, fields)
        }
        // Most files without a price are in meters.
        if (
          (await text('#total')) === '–' &&
          !(await browser.page.locator('#units').isDisabled())
        ) {
          await browser.page.selectOption('#units', 'm')
          await isRead()
          const fields = { ...choices[0] }
          await choose(fields)
          await compare(path, { ...fields, units: 'm' })
        }
        await browser.page.locator('[data-remove]').click()
      }
      expect(found).toEqual(expected)
      // Some files are refused and some are not, so both cases were compared.
      const priced = expected.filter(([, total]) => total !== null).length
      expect(priced).toBeGreaterThan(expected.length / 3)
      expect(priced).toBeLessThan(expected.length)
    },
    540_000,
  )

  verifies(
    'decision.supports.note',
    'a part with overhangs says how it is printed, with the figures of each alternative',
    async () => {
      await open()
      const buffer = Buffer.from(crossStl())
      await browser.page.setInputFiles('#file', {
        name: 'cross.stl',
        mimeType: 'model/stl',
        buffer,
      })
      const said = () => text('#price-lines .hint')
      const changes = (from: string) =>
        browser.page.waitForFunction(
          (before) => document.querySelector('#price-lines .hint')?.textContent !== before,
          from,
        )
      await browser.page.waitForSelector('#price-lines .hint')
      const line = /^Printed with supports: about \d+ g, \d+ min, at no extra charge\.$/
      const thick = await said()
      expect(thick).toMatch(line)
      await choose({ material: 'abs' })
      await changes(thick)
      expect(await said()).toMatch(line)
    },
    { skipIf: chromiumPath === null },
  )

  test('a first visit loads little, and neither the whole core nor the viewer', async () => {
    const { page } = browser
    const loading: Promise<readonly [string, number]>[] = []
    const onFinished = (request: import('playwright-core').Request) =>
      loading.push(
        request.sizes().then((sizes) => [new URL(request.url()).pathname, sizes.responseBodySize]),
      )
    page.on('requestfinished', onFinished)
    await page.goto('about:blank')
    await open()
    await page.waitForLoadState('networkidle')
    page.off('requestfinished', onFinished)
    const loaded = await Promise.all(loading)
    const bytes = loaded.reduce((sum, [, size]) => sum + size, 0)
    expect(loaded.length).toBeGreaterThan(3)
    expect(bytes).toBeLessThan(300_000)
    const names = loaded.map(([path]) => path)
    expect(names.filter((path) => /geometry|draco|stage/.test(path))).toEqual([])
    expect(names.some((path) => /measuring-\w+\.wasm$/.test(path))).toBe(true)
  })

  test('another scale and another unit are priced immediately', async () => {
    await open()
    await sample('gear')
    await isRead()
    const before = await text('#report dd')
    await browser.page.fill('#scale', '200')
    await browser.page.waitForFunction(
      (size) => document.querySelector('#report dd')?.textContent !== size,
      before,
    )
    expect([before, await text('#report dd')]).toEqual([
      '62.8 × 62.8 × 16.0 mm',
      '125.6 × 125.6 × 32.0 mm',
    ])
    await browser.page.fill('#scale', '100')
    await browser.page.selectOption('#units', 'm')
    await browser.page.getByText('too large to print').waitFor()
    await browser.page.locator('#size-notice').getByRole('button', { name: /^mm/ }).click()
    await browser.page.getByText('62.8 × 62.8 × 16.0 mm', { exact: true }).waitFor()
  })

  test('a refusal says what is wrong and what to do', async () => {
    await open()
    await browser.page.setInputFiles('#file', {
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('hello'),
    })
    await isRead()
    expect(await text('#stage-refused strong')).toBe('We cannot read .txt files.')
    expect(await text('#stage-refused .todo')).toStartWith('Export the part as STL')
    expect(await browser.page.locator('#add').isDisabled()).toBe(true)
    await inspectPage(browser, 'quote-refused')
  })

  test('several parts share one postage', async () => {
    await open()
    const { page } = browser
    for (const name of ['first.stl', 'second.stl']) {
      await page.setInputFiles('#file', { name, mimeType: 'model/stl', buffer: cube })
      await isRead()
    }
    await choose({ color: 'Black', quantity: '3' })
    // A dollar for the first, three for the second, and one postage.
    expect([await text('#print-price'), await text('#total')]).toEqual(['$3.00', '$11.00'])
    expect(await text('#add')).toBe('Add 2 parts to basket')
    await page.getByRole('button', { name: 'Remove first.stl' }).click()
    expect(await text('#total')).toBe('$10.00')
  })

  test('parts without a price stay to be corrected, and the added parts are reported', async () => {
    await open()
    const { page } = browser
    for (const [name, buffer] of [
      ['good.stl', cube],
      ['notes.txt', Buffer.from('hello')],
    ] as const) {
      await page.setInputFiles('#file', { name, mimeType: 'model/stl', buffer })
      await isRead()
    }
    // A dollar and one postage, for the part that has a price.
    expect([await text('#add'), await text('#total')]).toEqual([
      'Add 1 of 2 parts to basket',
      '$8.00',
    ])
    await page.locator('#add').click()
    await page.getByText('good.stl is in the basket.').waitFor()
    expect(await text('#add-note .left')).toBe('Not added: notes.txt cannot be printed.')
    expect(await page.locator('.part-name').allTextContents()).toEqual(['good.stl', 'notes.txt'])
    expect(await page.locator('.part-row', { hasText: 'good.stl' }).textContent()).toContain(
      'In the basket',
    )
    expect(await page.locator('#add').isDisabled()).toBe(true)
    expect(await text('header a[href="/basket"]')).toMatch(/^Basket\s*1/)
    await page.goto(`${service.baseUrl}/basket`)
    await page.getByRole('button', { name: 'Remove good.stl' }).click()
    await page.getByText('Your basket is empty').waitFor()
  })

  test('a value out of range is marked immediately, and has no price', async () => {
    await open()
    const { page } = browser
    await sample('gear')
    await isRead()
    await page.locator('#advanced summary').click()
    for (const [field, wrong, right, words] of [
      ['quantity', '99', '3', 'Enter a whole number from 1 to 50.'],
      ['infill', '5', '20', 'Enter a whole number from 10 to 100.'],
      ['layerHeight', '2', '0.2', 'Enter a height from 0.08 to 0.3 mm.'],
      ['scale', '0', '100', 'Enter a scale from 1 to 10,000%.'],
    ] as const) {
      await page.fill(`#${field}`, wrong)
      expect([await text(`#${field}-error`), await text('#total')]).toEqual([words, '–'])
      expect(await page.locator('#add').isDisabled()).toBe(true)
      await page.fill(`#${field}`, right)
      expect([await text(`#${field}-error`), await text('#total')]).toEqual([
        '',
        expect.stringContaining('$'),
      ])
    }
    // 75 % of the nozzle is the maximum.
    await page.selectOption('#nozzleDiameter', '0.2')
    expect(await page.locator('#layerHeight').inputValue()).toBe('0.15')
    await isRead()
    // The part can be added only after a color is named.
    await page.locator('.spool.other').click()
    await page.locator('#add').click()
    expect(await text('#customColor-error')).toBe('Enter a color, such as teal or #2f6f4f.')
  })

  test('a part goes into the basket at the price that was shown', async () => {
    const { page } = browser
    await open()
    await sample('gear')
    await isRead()
    await choose({ ...choices[1], country: 'US' })
    const price = await text('#print-price')
    await page.locator('#add').click()
    await page.waitForURL('**/basket')
    const basket = await text('main')
    expect(basket).toContain('gear.stl')
    expect(basket).toContain(price)
  })

  test('a file that is dropped on the start page opens on the quote page', async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/`)
    await page.evaluate(
      (bytes) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.stl'))
        for (const kind of ['dragenter', 'dragover', 'drop']) {
          document
            .querySelector('#drop')
            ?.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
        }
      },
      [...cube],
    )
    await page.waitForURL('**/quote')
    await isRead()
    expect([await text('#file-name'), await text('#total')]).toEqual(['dropped.stl', '$8.00'])
    // The file was handed over once.
    await open()
    expect(await text('#file-name')).toBe('Your part')
    await page.goto(`${service.baseUrl}/`)
    await page.getByRole('button', { name: 'A vase' }).click()
    await page.waitForURL('**/quote')
    await isRead()
    expect(await text('#file-name')).toBe('vase.stl')
  })

  test('a file that is chosen before the script has loaded is read', async () => {
    const { page } = browser
    const { promise: chosen, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await chosen
      await route.continue()
    })
    await page.goto(`${service.baseUrl}/quote`, { waitUntil: 'commit' })
    const input = page.locator('#file')
    await input.setInputFiles({ name: 'early.stl', mimeType: 'model/stl', buffer: cube })
    release()
    await isRead()
    expect(await text('#file-name')).toBe('early.stl')
    await page.unroute('**/*.js')
  })

  test('every plate of a sliced file is listed', async () => {
    const { page } = browser
    await open()
    const stated = { lengthMm: '1000.00', volumeCm3: '2.41', grams: '3.03', time: '0h 20m 10s' }
    const plates = [gcode(stated), gcode({ ...stated, time: '0h 40m 0s' })]
    await page.setInputFiles('#file', {
      name: 'plates.gcode.3mf',
      mimeType: 'model/3mf',
      buffer: Buffer.from(slicedArchive(plates)),
    })
    await isRead()
    const listed = await page.locator('.plates li').allTextContents()
    expect(listed).toHaveLength(2)
    // Lines of 100 mm at most 49 mm apart.
    expect(listed[0]).toMatch(/^Plate 1: 100\.\d × 49\.\d × .* mm/)
    expect([listed[0], listed[1]]).toEqual([
      expect.stringMatching(/20 min.*3\.0 g/),
      expect.stringMatching(/40 min.*3\.0 g/),
    ])
    await page.getByRole('button', { name: 'Show plate 2' }).click()
  })

  test('the page works with the keyboard alone', async () => {
    const { page } = browser
    await open()
    await page.locator('[data-sample="faulty"]').focus()
    await page.keyboard.press('Enter')
    await isRead()
    await isDrawn()
    const view = page.getByRole('application')
    expect(await view.getAttribute('aria-label')).toMatch(/^part-with-faults\.stl in 3D, /)
    await view.focus()
    for (const key of ['ArrowLeft', 'ArrowUp', '+', '-', '3', '0']) await page.keyboard.press(key)
    await page.keyboard.press('Escape')
    expect(await view.evaluate((canvas) => canvas === document.activeElement)).toBe(false)
    const reached = new Set<string>()
    await page.locator('#file').focus()
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab')
      reached.add(
        await page.evaluate(() => {
          const { activeElement: element } = document
          const data = element instanceof HTMLElement ? element.dataset : {}
          return (
            data['fault'] ?? data['toggle'] ?? element?.getAttribute('name') ?? element?.id ?? ''
          )
        }),
      )
    }
    for (const stop of [
      'thin_walls',
      'faults',
      'xray',
      'units',
      'material',
      'color',
      'quality',
      'quantity',
      'country',
      'add',
    ]) {
      expect([stop, reached.has(stop)]).toEqual([stop, true])
    }
    const show = page.locator('[data-fault="thin_walls"]')
    await show.focus()
    await page.keyboard.press('Enter')
    await page.locator('[name="material"]:checked').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('[name="material"]:checked').inputValue()).toBe('petg')
  })

  test('without a script the form gives the same price', async () => {
    const { page } = browser
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setScriptExecutionDisabled', { value: true })
    try {
      await open()
      await page.setInputFiles('#file', {
        name: 'cube.stl',
        mimeType: 'model/stl',
        buffer: cube,
      })
      await page.selectOption('#country', 'CA')
      await page.getByRole('button', { name: 'Show the price' }).click()
      await page.waitForURL('**/quote')
      // A dollar, and $30 to Canada.
      expect(await text('#total')).toBe('$31.00')
      expect(await page.locator('.picture').count()).toBe(1)
      expect(await page.locator('#country').inputValue()).toBe('CA')
      // The file is kept: the form orders three of it and adds them to the basket without another upload.
      await page.fill('#quantity', '3')
      await page.getByRole('button', { name: 'Show the price' }).click()
      await page.waitForURL('**/quote')
      expect(await text('#total')).toBe('$33.00')
      // Axe is a script; the page itself has none.
      await session.send('Emulation.setScriptExecutionDisabled', { value: false })
      await inspectPage(browser, 'quote-without-script')
      await page.getByRole('button', { name: 'Add to basket' }).click()
      await page.waitForURL('**/basket?country=CA')
      expect(await text('main')).toMatch(/cube\.stlPLA, Silver.*\$3\.00/)
    } finally {
      await session.send('Emulation.setScriptExecutionDisabled', { value: false })
      await session.detach()
    }
  }, 240_000)

  test('the page has no accessibility violations at any width, in either scheme', async () => {
    await open()
    await inspectPage(browser, 'quote-empty')
    await open()
    await sample('faulty')
    await isRead()
    await isDrawn()
    await browser.page.locator('#why summary').click()
    await inspectPage(browser, 'quote-part')
  }, 240_000)

  test('the browser logged no errors', () => {
    expect(browser.complaints).toEqual([])
  })
})
