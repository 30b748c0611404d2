// The stored form of measurements, estimates and slice analyses. Measurements and estimates are found only under the geometry core's
// current version, so no earlier shape of them is read.

import * as v from 'valibot'
import type { CertainEstimate } from '../../domain/measurement/processing.ts'
import { supportDecisions } from '../../domain/measurement/processing.ts'
import { fileUnits } from '../../domain/models/format.ts'
import { flavors, type Measurement, type MeshReport } from '../../domain/models/report.ts'
import type { SliceAnalysis } from '../../domain/slicing/ports.ts'
import { type JsonColumn, oneOf, readJson } from '../core/values/json.ts'

export type CertainMeasurement =
  | Measurement
  | { readonly kind: 'unreadable'; readonly code: string; readonly message: string }

const point = v.tuple([v.number(), v.number(), v.number()])
const numberOrNull = v.nullable(v.number())
const extents = v.object({ min: point, max: point })
const refused = v.object({ kind: v.literal('unreadable'), code: v.string(), message: v.string() })

const meshReport = v.object({
  unit: v.picklist(fileUnits),
  unitSource: oneOf<MeshReport['unitSource']>({ file: true, default: true, override: true }),
  triangles: v.number(),
  dimensionsMm: point,
  volumeCm3: v.number(),
  surfaceCm2: v.number(),
  watertight: v.boolean(),
  boundaryEdges: v.number(),
  nonManifoldEdges: v.number(),
  degenerateTriangles: v.number(),
  components: v.number(),
  maxOverhangDeg: v.number(),
  bodiesOverlap: v.optional(v.boolean()),
  cavitiesKnown: v.optional(v.boolean()),
  repaired: v.optional(v.object({ filledHoles: v.number() })),
  notes: v.optional(v.array(v.string())),
})
const slicedReport = v.object({
  slicer: v.string(),
  plates: v.number(),
  grams: numberOrNull,
  filamentCm3: numberOrNull,
  filamentMm: numberOrNull,
  diameterMm: numberOrNull,
  seconds: numberOrNull,
  layers: numberOrNull,
  perPlate: v.array(
    v.object({
      extents,
      seconds: v.optional(v.number()),
      grams: v.optional(v.nullable(v.number())),
      layers: v.optional(v.nullable(v.number())),
      // A plate without these would pass the checks of a claim.
      heat: v.object({
        nozzleC: v.number(),
        bedC: v.number(),
        chamberC: v.number(),
        leftOn: v.array(v.string()),
      }),
      bambuOnly: v.boolean(),
      flavor: v.optional(v.nullable(v.picklist(flavors))),
      printerModel: v.optional(v.nullable(v.string())),
      nozzleMm: v.optional(numberOrNull),
      reach: v.optional(extents),
      review: v.array(v.object({ line: v.number(), command: v.string(), reason: v.string() })),
    }),
  ),
})
const measurement: v.GenericSchema<unknown, CertainMeasurement> = v.variant('kind', [
  v.object({ kind: v.literal('mesh'), report: meshReport }),
  v.object({ kind: v.literal('sliced'), report: slicedReport }),
  refused,
])

const figures = {
  filamentCm3: v.number(),
  seconds: v.number(),
  plates: v.array(v.object({ copies: v.number(), seconds: v.number() })),
  layers: v.number(),
  rangePercent: v.number(),
}
const supports = v.object({
  decision: v.picklist(supportDecisions),
  unsupportedMm2: v.number(),
  filamentCm3: v.number(),
  seconds: v.number(),
  turned: v.nullable(
    v.object({ ...figures, dimensionsMm: v.tuple([v.number(), v.number(), v.number()]) }),
  ),
})
const estimate: v.GenericSchema<unknown, CertainEstimate> = v.variant('kind', [
  v.object({ kind: v.literal('estimated'), ...figures, supports }),
  refused,
])

const analysis: v.GenericSchema<unknown, SliceAnalysis | null> = v.nullable(
  v.object({
    filamentCm3: v.number(),
    seconds: v.number(),
    layers: v.number(),
    sliceScale: v.literal(1),
    slicedAt: v.string(),
    key: v.optional(v.string()),
  }),
)

export const readMeasurement = (value: unknown, place: JsonColumn) =>
  readJson(measurement, value, place)
export const readEstimate = (value: unknown, place: JsonColumn) => readJson(estimate, value, place)
export const readAnalysis = (value: unknown, place: JsonColumn) => readJson(analysis, value, place)
