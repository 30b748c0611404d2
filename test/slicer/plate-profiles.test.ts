// The profile with which a printer's plates are sliced, and the capacity of its bed.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PrinterFacts } from '../../server/domain/farm/printers/printer.ts'
import { openPlateProfiles, placesOn } from '../../server/wiring/slicing/plate-profiles.ts'
import { roundPrinter, squarePrinter, vendorBundle } from '../../testing/models/vendor-bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(
  join(folder, 'Example.ini'),
  `${vendorBundle}\n[printer:${squarePrinter} 0.6 nozzle]\ninherits = ${squarePrinter}\nnozzle_diameter = 0.6\n`,
)
writeFileSync(join(folder, 'broken.ini'), '[printer:A]\ninherits = *none*\n')
const warnings: unknown[] = []
const log = { warn: (...said: unknown[]) => warnings.push(said) } as never
const profiles = openPlateProfiles([folder, '/nowhere'], log)

const facts = (known: Partial<PrinterFacts>): PrinterFacts => ({
  model: null,
  bedMm: null,
  bedOrigin: 'front_left',
  nozzleDiameter: null,
  firmware: null,
  fileKinds: [],
  ...known,
})

describe('the profile of a printer', () => {
  test.each([
    ['its model', { model: squarePrinter }, squarePrinter, 0.4],
    ['its model in small letters', { model: 'example round 250' }, roundPrinter, 0.4],
    [
      'its model and nozzle',
      { model: squarePrinter, nozzleDiameter: 0.6 },
      `${squarePrinter} 0.6 nozzle`,
      0.6,
    ],
    ['no profile for its nozzle', { model: roundPrinter, nozzleDiameter: 0.8 }, '', 0.8],
    ['another model', { model: 'None', bedMm: [250, 210, 220] }, '250 x 210 x 220 mm', null],
    ['its bed', { bedMm: [180.5, 180, 180], nozzleDiameter: 0.4 }, '180.5 x 180 x 180 mm', 0.4],
    ['nothing', {}, '', null],
  ] as const)('from %s', (_from, known, profile, nozzleMm) => {
    expect(profiles.of(facts(known as Partial<PrinterFacts>))).toMatchObject({ profile, nozzleMm })
  })

  test('does not exist for an unknown name, and similar names are listed', () => {
    expect(profiles.of(facts({ model: `${squarePrinter} 0.4 nozzle` }))).toMatchObject({
      profile: squarePrinter,
      isOfModel: true,
    })
    expect(profiles.similar('Round by Example')).toEqual([roundPrinter])
    expect(profiles.similar(squarePrinter)).toEqual([])
    expect(profiles.similar('Voron 2.4')).toEqual([])
  })

  test('omits a broken file and names it', () => {
    expect(JSON.stringify(warnings)).toContain('broken.ini')
  })
})

test('a bed holds rows and columns of parts, fewer if it is round, and one part that fills it', () => {
  const square = {
    outline: [
      [0, 0],
      [220, 0],
      [220, 220],
      [0, 220],
    ],
    center: [110, 110],
    heightMm: 250,
  } as const
  // 210 mm and gaps of 10 mm: 7 x 7 of 20 mm.
  expect(placesOn(square, [20, 20, 20])).toEqual({ copies: 49, isTurned: false })
  // 100 x 60: 2 x 3; rotated: 3 x 2.
  expect(placesOn(square, [100, 60, 20])).toEqual({ copies: 6, isTurned: false })
  expect(placesOn(square, [219, 219, 250])).toEqual({ copies: 1, isTurned: false })
  expect(placesOn(square, [221, 10, 20])).toEqual({ copies: 0, isTurned: true })
  expect(placesOn(square, [20, 20, 251]).copies).toBe(0)
  // The square within a circle of 250 mm is 176 mm wide: 166 mm and gaps take 5 x 5.
  expect(profiles.places(roundPrinter, [20, 20, 20])?.copies).toBe(25)
  // Its diagonal of 206 mm is less than the diameter.
  expect(profiles.places(roundPrinter, [200, 50, 20])).toEqual({ copies: 1, isTurned: false })
  expect(profiles.places('Gone', [1, 1, 1])).toBeNull()
})

test('a bed with its origin at the center counts as round', () => {
  const { profile } = profiles.of(facts({ bedMm: [200, 200, 300], bedOrigin: 'center' }))
  // The square within a circle of 200 mm is 141 mm wide.
  expect(profiles.places(profile, [141, 141, 10])?.copies).toBe(1)
  expect(profiles.places(profile, [142, 142, 10])?.copies).toBe(0)
  expect(profiles.holds(profile, { min: [-70, -70, 0], max: [70, 70, 300] })).toBe(true)
  expect(profiles.holds(profile, { min: [-80, -70, 0], max: [70, 70, 300] })).toBe(false)
})
