// The verdict on a mesh as JSON (contract.md 2.5 and 3.3).
import * as v from 'valibot'
import { flag, number, says, whole } from '../../contract/schemas.ts'

/** Width, depth and height, or a point. */
export const triple = (description: string) => says(v.array(v.number()), description)

export const printabilitySchema = v.object({
  watertight: flag('Whether every edge has two triangles, after repair.'),
  volumeCm3: number('Enclosed volume after repair.'),
  holes: whole('Open edges, not rings.'),
  nonManifoldEdges: whole('Edges with more than two triangles.'),
  triangles: whole('Number of triangles after repair.'),
  dimensionsMm: triple('Width, depth and height.'),
  minFeatureMm: number('The smallest overall dimension, not a measured wall.'),
  featureSizeEstimated: says(v.literal(true), 'Always true.'),
  maxOverhangDeg: number('Angle of the steepest overhang.'),
  fitsPlate: flag('Whether no dimension is above 340 mm.'),
})

/** The reason of an example refusal. */
export const tooThinExample =
  'Most of the model is too thin to print: about 0.100 mm, where the nozzle prints nothing under 0.13 mm. Make it thicker, or check its unit.'
