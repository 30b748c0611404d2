// POST /api/print/orders with already-sliced files: their stated values determine the price.
import { describe, expect, test } from 'bun:test'
import { orderRow } from '../../../testing/database/rows.ts'
import { type GcodeOptions, gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import {
  type FilePart,
  type FormChanges,
  placed,
  refusal,
  submit,
} from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())

/** One meter of filament: 2.405 cm3, 3.03 g of pla, at least 18 minutes of moves. */
const METRE = { lengthMm: '1000.00', volumeCm3: '2.41', grams: '3.03', time: '0h 20m 10s' } as const
const file = (options: GcodeOptions): FilePart => ({ name: 'part.gcode', bytes: gcode(options) })
const order = (options: GcodeOptions, fields: FormChanges = {}) =>
  placed(submit(service, account, { fields: { color: 'Black', ...fields }, file: file(options) }))
const refused = (part: FilePart, fields: FormChanges = {}) =>
  refusal(submit(service, account, { fields, file: part }))

verifies(['orders.submit.infill-sliced', 'pricing.sliced-infill'], async () => {
  for (const infill of [undefined, '10', '55', '100']) {
    const { code, breakdown } = await order(METRE, { infill })
    const row = await orderRow(service.db, code)
    expect([row.infill, breakdown.grams]).toEqual([100, 4])
  }
})

verifies(['pricing.sliced-weight', 'decision.sliced-hours'], async () => {
  // 3.03 -> 4 g; 4 x 0.12 = 0.48 -> 1.00; 1210 s = 0.336 h.
  expect((await order(METRE)).breakdown).toEqual({
    print: 1,
    shipping: 7,
    grams: 4,
    printHours: 0.34,
  })
  // Nozzle, layer and flow do not change the hours of the slicer.
  const machine = { nozzleDiameter: '0.8', layerHeight: '0.6', nozzleFlow: 'high' }
  expect((await order(METRE, machine)).breakdown.printHours).toBe(0.34)
})

verifies(['pricing.sliced-overtime', 'decision.sliced-overtime-base'], async () => {
  // 4 g of pla include 4 / 20.16 = 0.198413 h; 6 h are 5.801587 more at 1.50 = 8.702381; + 0.48.
  const slow = { ...METRE, time: '6h 0m 0s' }
  expect((await order(slow)).breakdown).toMatchObject({ print: 9.18, printHours: 6 })
  const machine = { nozzleDiameter: '0.8', layerHeight: '0.6', nozzleFlow: 'high' }
  expect((await order(slow, machine)).breakdown.print).toBe(9.18)
  // (0.48 x 1.75 + 8.702381) x 10 x 0.90 = 85.881429.
  expect((await order(slow, { quality: 'premium', quantity: '10' })).breakdown.print).toBe(85.88)
})

verifies('pricing.sliced-no-overtime', async () => {
  // The slicer's value decides: 40 m, 96.21 cm3, weigh 121.23 g.
  const long = { extrudedMm: 19500, lengthMm: '40000.00', grams: '121.23', time: '6h 0m 0s' }
  // 122 g include 6.0516 h: 122 x 0.12 = 14.64.
  expect((await order(long)).breakdown).toMatchObject({ print: 14.64, grams: 122, printHours: 6 })
  // 6.25 h are 0.198413 h more: 14.64 + 0.297619.
  const longer = { ...long, time: '6h 15m 0s' }
  expect((await order(longer)).breakdown.print).toBe(14.94)
})

verifies('decision.sliced-length-only', async () => {
  const grams = async (options: GcodeOptions, fields: FormChanges = {}) =>
    (await order(options, fields)).breakdown.grams
  const length = { extrudedMm: 5000, lengthMm: '10000.00', time: '2h 0m 0s' }
  // pi x 0.875^2 x 10 m = 24.0528 cm3: 30.31 g of pla, 25.01 of abs.
  expect(await grams(length)).toBe(31)
  expect(await grams(length, { material: 'abs' })).toBe(26)
  // pi x 0.9^2 x 10 m = 25.4469 cm3: 32.06 g.
  expect(await grams({ ...length, diameterMm: 1.8 })).toBe(33)
})

test('a filament length far above what the moves use is refused', async () => {
  const claim = '; filament used [mm] = 10000\n'
  const moves = 'G21\nG90\nM83\nG28\nG1 Z0.2 F1800\nG1 X10 E1\n'
  const part = { name: 'part.gcode', bytes: `${moves}${claim}` }
  expect(await refused(part)).toEqual([
    422,
    "We couldn't read a printable mesh from that file. The g-code claims 10000.00 mm of filament but its moves extrude only 1.00 mm. Slice it again and send the slicer's file unchanged.",
  ])
})

verifies('decision.sliced-diameter', async () => {
  // Moves for 2.85 mm filament: (1.75 / 2.85)^2 = 0.377 of the length of 1.75 mm filament.
  const thick = { filamentMm: 2.85, extrudedMm: 1000, lengthMm: '377.04', time: '0h 30m 0s' }
  const bill = async (options: GcodeOptions) => (await order(options)).breakdown.grams
  // pi x 1.425^2 x 377.04 mm = 2.4053 cm3: 3.03 g of pla.
  expect(await bill({ ...thick, diameterMm: 2.85 })).toBe(4)
  // At 2.5 mm 1.851 cm3: 2.33 g; at 3.2 mm 3.032 cm3: 3.82 g; at 3 mm 2.665 cm3: 3.36 g.
  expect(await bill({ ...thick, diameterMm: 2.5 })).toBe(3)
  expect(await bill({ ...thick, diameterMm: 3 })).toBe(4)
  expect(await bill({ ...thick, diameterMm: 3.2 })).toBe(4)
  // The weight of the slicer counts, and has to fit the length at that diameter.
  expect(await bill({ ...thick, diameterMm: 2.85, grams: '4.60' })).toBe(5)
  unreadable(/claims 1\.14 g/)(await refused(file({ ...thick, diameterMm: 2.85, grams: '1.14' })))
  for (const diameterMm of [1.5, 2, 2.4, 3.3]) {
    const words = new RegExp(`sliced for ${diameterMm} mm filament, which does not exist`)
    unreadable(words)(await refused(file({ ...thick, diameterMm })))
  }
  // Without a diameter, 1.75 mm is assumed, which makes the lines too thin.
  unreadable(/come out 0\.1\d mm wide/)(await refused(file(thick)))
})

verifies('decision.sliced-volume-only', async () => {
  const volume = { extrudedMm: 4000, volumeCm3: '20.00', time: '1h 0m 0s' }
  const weights: unknown[] = []
  for (const material of ['pla', 'petg', 'abs', 'asa', 'tpu']) {
    weights.push((await order(volume, { material })).breakdown.grams)
  }
  expect(weights).toEqual([26, 26, 21, 22, 25]) // 25.2 25.4 20.8 21.4 24.2
})

const unreadable = (reason: RegExp) => (response: readonly [number, unknown]) => {
  expect(response[0]).toBe(422)
  const words = String(response[1]).split("We couldn't read a printable mesh from that file. ")[1]
  expect(words).toMatch(reason)
}

verifies('decision.sliced-no-usage', async () => {
  unreadable(/does not state how much filament/)(await refused(file({})))
  unreadable(/does not state how much filament/)(await refused(file({ time: '1h 0m 0s' })))
})

verifies('decision.sliced-zero-usage', async () => {
  unreadable(/no filament/)(await refused(file({ lengthMm: '0.00', grams: '0.00' })))
  unreadable(/no filament/)(await refused(file({ grams: '0', time: '1h 0m 0s' })))
})

verifies('decision.sliced-absurd-usage', async () => {
  unreadable(/claims 999999999 g of filament/)(await refused(file({ grams: '999999999.00' })))
  unreadable(/more than a plate can take/)(await refused(file({ lengthMm: '90000000.00' })))
  const forever = { ...METRE, time: '40000d 0h 0m 0s' }
  unreadable(/more than a plate can take/)(await refused(file(forever)))
  // Far less than the moves extrude.
  unreadable(/its moves extrude/)(await refused(file({ extrudedMm: 5000, lengthMm: '100.00' })))
  unreadable(/weigh between/)(await refused(file({ lengthMm: '1000.00', grams: '0.01' })))
})

describe('several plates', () => {
  verifies('decision.sliced-plates', async () => {
    const plates = [gcode(METRE), gcode({ ...METRE, time: '0h 40m 0s' }), gcode(METRE)]
    const bytes = slicedArchive(plates)
    const fields = { color: 'Black' }
    const part = { name: 'three.gcode.3mf', bytes }
    const { breakdown } = await placed(submit(service, account, { fields, file: part }))
    // 9.09 -> 10 g; 1210 + 2400 + 1210 s = 1.338889 h, 0.496032 included: 1.20 + 1.264286.
    expect(breakdown).toEqual({ print: 2.46, shipping: 7, grams: 10, printHours: 1.34 })
  })

  test('a plate without a usable weight causes the complete file to be refused', async () => {
    const bytes = slicedArchive([gcode(METRE), gcode({})])
    const response = await refused({ name: 'two.gcode.3mf', bytes })
    unreadable(/does not state how much filament/)(response)
  })
})

test('a sliced file that is larger than the printer is refused with its size', async () => {
  // From Y5 to Y375: within the reach of a printer's head, and longer than its bed.
  const far = gcode({ extrudedMm: 1000, lengthMm: 1000, grams: 3, time: '30m 0s' })
    .replaceAll('Y51 ', 'Y5 ')
    .replaceAll('Y60 ', 'Y375 ')
  const [status, error] = await refused({ name: 'far.gcode', bytes: far })
  expect(status).toBe(422)
  expect(error).toStartWith('This model is 100x370x')
})

test('a file without a time is billed with the minimum time of its moves', async () => {
  // 268 lines of 100 mm at 30 mm/s are 893 s, and the way back another 206 at 130 mm/s: 1096 s = 0.304 h.
  const { breakdown } = await order({ lengthMm: '1000.00' })
  expect(breakdown.grams).toBe(4)
  expect(breakdown.printHours).toBeGreaterThan(0.24)
  expect(breakdown.printHours).toBeLessThan(0.31)
  expect(breakdown.print).toBe(1)
})
