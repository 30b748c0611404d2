// States of the quote page, reached without its texts, so that the page can be read in every language.
import type { Page } from 'playwright-core'
import { gcode } from '../models/gcode.ts'
import { binaryStl, box, cubeStl, merge, sphere, withoutTriangles } from '../models/meshes.ts'
import { zipArchive } from '../models/zip.ts'

type ChosenFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

const file = (name: string, bytes: Uint8Array | string): ChosenFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
})
const cube = (sizeMm: number) => cubeStl({ sizeMm })
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const step = 'ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((""),"2;1");\n'
const sliced = gcode({ extrudedMm: 1000, grams: 3 })

const choose = (page: Page, ...files: readonly ChosenFile[]) =>
  page.setInputFiles('#file', [...files])

/** Waits until nothing of the page has changed for a while. */
export async function isStill(page: Page): Promise<void> {
  let before = ''
  for (let round = 0; round < 100; round++) {
    const now = await page.evaluate(() => {
      const isBusy =
        document.querySelector('.finding-icon.running, [data-state="measuring"]') !== null ||
        document.querySelector('#reading')?.hasAttribute('hidden') === false ||
        // The day follows the estimate of the print.
        (document.querySelector('#total')?.textContent !== '–' &&
          document.querySelector('#ships-by')?.textContent === '')
      return isBusy ? '' : (document.querySelector('main')?.innerHTML ?? '')
    })
    if (now !== '' && now === before) return
    before = now
    await page.waitForTimeout(250)
  }
  throw new Error('the page does not come to rest')
}

export type QuoteState = {
  readonly name: string
  /** Begins with a new page, unless it `follows` the state before. */
  readonly follows?: true
  readonly reach: (page: Page) => Promise<unknown>
}

export const quoteStates: readonly QuoteState[] = [
  { name: 'empty', reach: async () => {} },
  { name: 'cube', reach: (page) => choose(page, file('cube.stl', cube(40))) },
  { name: 'several', follows: true, reach: (page) => page.locator('#quantity').fill('12') },
  { name: 'wrong-quantity', follows: true, reach: (page) => page.locator('#quantity').fill('99') },
  {
    name: 'premium',
    follows: true,
    reach: async (page) => {
      await page.locator('#quantity').fill('3')
      await page.locator('.card:has([value="premium"])').click()
      await page.locator('.card:has([value="petg"])').click()
      await page.selectOption('#country', 'DE')
    },
  },
  {
    name: 'custom-color',
    follows: true,
    reach: (page) => page.locator('.spool.other').click(),
  },
  { name: 'no-color', follows: true, reach: (page) => page.locator('#add').click() },
  {
    name: 'wrong-settings',
    follows: true,
    reach: async (page) => {
      await page.locator('#advanced').evaluate((details: HTMLDetailsElement) => {
        details.open = true
      })
      await page.locator('#infill').fill('3')
      await page.locator('#layerHeight').fill('9')
      await page.locator('#scale').fill('0')
      await page.locator('#hollow').check()
      await page.locator('#wallMm').fill('99')
    },
  },
  {
    name: 'hollow-offer',
    reach: async (page) => {
      await choose(page, file('block.stl', cube(60)))
      await page.locator('#hollow-offer:not([hidden])').waitFor()
    },
  },
  { name: 'hollow', follows: true, reach: (page) => page.locator('#accept-hollow').click() },
  { name: 'oriented', follows: true, reach: (page) => page.locator('#orient').click() },
  {
    name: 'not-hollow',
    reach: async (page) => {
      await choose(page, file('plate.stl', binaryStl(box([40, 40, 2]))))
      await isStill(page)
      await page.locator('#hollow').check()
    },
  },
  {
    name: 'turned',
    reach: async (page) => {
      await choose(
        page,
        file(
          'table.stl',
          binaryStl(merge(box([60, 60, 4], [0, 0, 40]), box([8, 8, 42], [26, 26, 0]))),
        ),
      )
      await isStill(page)
      await page.locator('#orient').click()
    },
  },
  { name: 'faults', reach: (page) => page.locator('[data-sample="faulty"]').click() },
  { name: 'gear', reach: (page) => page.locator('[data-sample="gear"]').click() },
  {
    name: 'overlapping',
    reach: (page) =>
      choose(
        page,
        file('overlapping.stl', binaryStl(merge(box([30, 30, 30]), box([30, 30, 30], [15, 0, 0])))),
      ),
  },
  {
    name: 'open',
    reach: (page) =>
      choose(page, file('open.stl', binaryStl(withoutTriangles(box([30, 30, 30]), 0, 5)))),
  },
  { name: 'inches', reach: (page) => choose(page, file('small.stl', cube(2))) },
  { name: 'tiny', reach: (page) => choose(page, file('tiny.stl', cube(0.5))) },
  { name: 'large', reach: (page) => choose(page, file('large.stl', cube(1200))) },
  {
    name: 'too-thin',
    reach: (page) => choose(page, file('sheet.stl', binaryStl(box([60, 60, 0.05])))),
  },
  {
    name: 'sphere',
    reach: (page) =>
      choose(page, file('ball.stl', binaryStl(sphere({ radius: 20, rings: 12, segments: 24 })))),
  },
  { name: 'sliced', reach: (page) => choose(page, file('sliced.gcode', sliced)) },
  { name: 'picture', reach: (page) => choose(page, file('photo.png', png)) },
  { name: 'step', reach: (page) => choose(page, file('part.step', step)) },
  { name: 'no-bytes', reach: (page) => choose(page, file('nothing.stl', '')) },
  { name: 'unknown', reach: (page) => choose(page, file('part.f3d', 'a part')) },
  { name: 'damaged', reach: (page) => choose(page, file('damaged.stl', cube(20).slice(0, 200))) },
  { name: 'letter', reach: (page) => choose(page, file('letter.3mf', 'Dear reader')) },
  {
    name: 'archive',
    reach: (page) =>
      choose(
        page,
        file(
          'parts.zip',
          zipArchive([
            { name: 'one.stl', data: cube(20) },
            { name: 'two.stl', data: cube(30) },
            { name: 'readme.txt', data: 'read me' },
          ]),
        ),
      ),
  },
  {
    name: 'list',
    follows: true,
    reach: async (page) => {
      await choose(page, file('part.step', step), file('sliced.gcode', sliced))
      await page.locator('#part-rows > :nth-child(4)').waitFor()
    },
  },
  {
    name: 'list-choice',
    follows: true,
    reach: (page) => page.locator('.part-quantity').first().fill('99'),
  },
  {
    name: 'applied',
    follows: true,
    reach: async (page) => {
      await page.locator('.part-quantity').first().fill('2')
      await page.locator('#apply-choices').click()
    },
  },
  {
    name: 'added',
    follows: true,
    reach: async (page) => {
      await page.locator('#add').click()
      await page.locator('#add-note .added').waitFor()
    },
  },
  { name: 'kept', reach: (page) => page.locator('#kept-parts:not([hidden])').waitFor() },
  {
    name: 'archive-without-models',
    reach: (page) =>
      choose(page, file('texts.zip', zipArchive([{ name: 'readme.txt', data: 'read me' }]))),
  },
]
