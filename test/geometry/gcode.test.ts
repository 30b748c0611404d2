// Sliced files through the WASM build: billed values, refusals, and their sentences. The reader's tables (dialects,
// commands, hostile lines) are tested in the crate.
import { afterAll, expect, test } from 'bun:test'
import type { MeasureOutcome } from '../../geometry/index.ts'
import { gcode, slicedArchive } from '../../testing/models/gcode.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import { type ZipEntry, zipArchive } from '../../testing/models/zip.ts'
import { verifies } from '../helpers/verifies.ts'

const geometry = openGeometry()
afterAll(() => geometry.close())

/** 1000 mm requested are 267 lines of 3.74177 mm: 999.05 mm, 2.403 cm3, 2.98 g at 1.24 g/cm3. */
const honest = {
  extrudedMm: 1000,
  lengthMm: '999.05',
  grams: '2.98',
  diameterMm: 1.75,
  time: '30m 0s',
}

function text(code: string): Promise<MeasureOutcome> {
  return geometry.measure({ source: { bytes: new TextEncoder().encode(code) }, format: 'gcode' })
}

function archive(bytes: Uint8Array): Promise<MeasureOutcome> {
  return geometry.measure({ source: { bytes }, format: '3mf' })
}

function codeOf(outcome: MeasureOutcome): string {
  return outcome.kind === 'unreadable' ? outcome.code : outcome.kind
}

test('a consistent file reports the slicer, its weight and time, and its moves', async () => {
  const outcome = await text(gcode(honest))
  expect(outcome).toMatchObject({
    kind: 'sliced',
    report: {
      slicer: 'PrusaSlicer',
      slicerVersion: '2.9.0',
      plates: 1,
      grams: 2.98,
      filamentMm: 999.05,
      diameterMm: 1.75,
      seconds: 1800,
      secondsSource: 'slicer',
      layers: 6,
      extrudedMm: 999.05259,
      extents: { min: [50, 50, 0.2], max: [150, 99, 1.2] },
    },
  })
})

test('a stated amount below the moves is refused with both amounts', async () => {
  const outcome = await text(gcode({ ...honest, lengthMm: '15.81' }))
  expect(outcome).toEqual({
    kind: 'unreadable',
    code: 'sliced_understates_length',
    message:
      'The g-code claims 15.81 mm of filament but its moves extrude 999.05 mm. ' +
      "Slice it again and send the slicer's file unchanged.",
  })
})

test('neither weight nor time can be edited alone', async () => {
  expect(codeOf(await text(gcode({ ...honest, grams: '0.10' })))).toBe('sliced_understates_weight')
  expect(codeOf(await text(gcode({ ...honest, time: '1m 0s' })))).toBe('sliced_understates_time')
})

test('without a time the minimum time of the moves is reported', async () => {
  const { time: _, ...rest } = honest
  const outcome = await text(gcode(rest))
  // 267 lines of 100 mm at 30 mm/s are 890 s; travels at 130 mm/s add 267 x 100.005 mm, 205 s, and the initial
  // travel.
  expect(outcome).toMatchObject({ kind: 'sliced', report: { secondsSource: 'moves' } })
  const seconds = outcome.kind === 'sliced' ? (outcome.report.seconds ?? 0) : 0
  expect(seconds).toBeGreaterThan(1090)
  expect(seconds).toBeLessThan(1110)
})

verifies('decision.sliced-no-usage', async () => {
  expect(codeOf(await text(gcode({ extrudedMm: 1000, time: '30m 0s' })))).toBe('sliced_no_usage')
})

verifies('decision.sliced-zero-usage', async () => {
  for (const zero of [
    { grams: '0.00' },
    { lengthMm: '0.00' },
    { lengthMm: 0, volumeCm3: 0, grams: 0 },
  ]) {
    expect(codeOf(await text(gcode({ extrudedMm: 1000, ...zero })))).toBe('sliced_zero_usage')
  }
})

verifies('decision.sliced-absurd-usage', async () => {
  for (const lengthMm of [
    'NaN',
    'inf',
    '-999.05',
    '1e3',
    '#F_AMNT#',
    '{filament}',
    '9'.repeat(40),
  ]) {
    const outcome = await text(gcode({ extrudedMm: 1000, lengthMm }))
    expect(['sliced_usage_unreadable', 'sliced_placeholder']).toContain(codeOf(outcome))
  }
  const far = await text(gcode({ extrudedMm: 1000, lengthMm: '99999999' }))
  expect(codeOf(far)).toBe('sliced_absurd_usage')
})

test('binary g-code is refused with the advice to export text', async () => {
  const outcome = await text('GCDE\x01\x00\x00\x00\x01\x00')
  expect(outcome).toMatchObject({ kind: 'unreadable', code: 'unsupported' })
  expect(JSON.stringify(outcome)).toContain('export plain text .gcode')
})

verifies('decision.sliced-plates', 'the plates of an archive are summed', async () => {
  const plate = gcode(honest)
  const outcome = await archive(slicedArchive([plate, plate, plate]))
  expect(outcome).toMatchObject({
    kind: 'sliced',
    report: { plates: 3, grams: 8.94, filamentMm: 2997.15, seconds: 5400, layers: 18 },
  })
})

verifies(
  'decision.3mf-sliced',
  'the G-code of the plates decides, not the mesh parts',
  async () => {
    const model = '<model unit="millimeter"><resources/><build/></model>'
    const rels =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" ' +
      'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/3dmodel.model"/></Relationships>'
    const parts: ZipEntry[] = [
      { name: '_rels/.rels', data: rels },
      { name: '3D/3dmodel.model', data: model },
    ]
    const sliced = [...parts, { name: 'Metadata/plate_1.gcode', data: gcode(honest) }]
    expect(codeOf(await archive(zipArchive(sliced)))).toBe('sliced')
    const empty = [...parts, { name: 'Metadata/plate_1.json', data: '{}' }]
    expect(codeOf(await archive(zipArchive(empty)))).toBe('no_triangles')
  },
)

test('archives that hide, repeat, encrypt or inflate are refused', async () => {
  const plate = { name: 'Metadata/plate_1.gcode', data: gcode(honest) }
  const hostile: ZipEntry[][] = [
    [plate, plate],
    [plate, { ...plate, name: 'metadata/PLATE_1.GCODE' }],
    [plate, { ...plate, name: 'Metadata/other.gcode' }],
    [{ ...plate, claim: { flags: 1 } }],
    [{ ...plate, claim: { crc: 1 } }],
    [{ ...plate, claim: { inflated: 9 } }],
    [{ ...plate, data: new Uint8Array(40 << 20).fill(59) }],
  ]
  for (const entries of hostile) {
    expect(codeOf(await archive(zipArchive(entries)))).toBe('bad_archive')
  }
})
