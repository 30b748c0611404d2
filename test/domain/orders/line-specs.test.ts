// Print settings on a line of a basket or an order, in addition to material, color, quality and quantity.
import { expect, test } from 'bun:test'
import { lineSpecs } from '../../../server/domain/orders/record/line-specs.ts'

const options = {
  infill: 20,
  layerHeight: 0.2,
  nozzleDiameter: 0.4,
  nozzleFlow: 'standard',
  units: null,
} as const
const size = { dimensionsMm: [80, 40, 12], unit: 'mm' } as const

test('a mesh has its size, infill and layers, and an unusual unit or nozzle', () => {
  expect(lineSpecs({ options, file: { format: 'stl' }, size })).toEqual([
    '80.0 × 40.0 × 12.0 mm',
    '20% infill',
    '0.2 mm layers',
  ])
  const unusual = { ...options, units: 'in', nozzleDiameter: 0.6, nozzleFlow: 'high' } as const
  expect(lineSpecs({ options: unusual, file: { format: 'stl' }, size })).toEqual([
    '80.0 × 40.0 × 12.0 mm',
    'read in inches',
    '20% infill',
    '0.2 mm layers',
    '0.6 mm nozzle',
    'high flow',
  ])
})

test('a sliced file is printed as it was sliced', () => {
  const sliced = { options: { ...options, infill: 100 }, size: null }
  for (const format of ['gcode', '3mf'] as const) {
    expect(lineSpecs({ ...sliced, file: { format } })).toEqual(['printed as sliced'])
  }
  // A mesh with full infill.
  expect(lineSpecs({ ...sliced, file: { format: '3mf' }, size })).toContain('100% infill')
})
