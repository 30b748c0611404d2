// The certain results of a slice, which may be stored, and their stored shape. Verdicts are stored as long as the slicer and the profile
// stay the same.
import * as v from 'valibot'
import type { Sliced, SliceRefusal } from './outcome.ts'

/** A timeout, a crash or a full queue says nothing about the model. */
export type Verdict = Sliced | SliceRefusal

export const verdictSchema: v.GenericSchema<unknown, Verdict> = v.variant('kind', [
  v.object({
    kind: v.literal('sliced'),
    filamentCm3: v.number(),
    filamentMm: v.number(),
    seconds: v.number(),
    layers: v.number(),
    warnings: v.array(
      v.object({
        code: v.picklist([
          'empty_layers',
          'raft_added',
          'far_from_estimate',
          'above_solid',
          'below_solid',
          'slicer',
        ]),
        text: v.string(),
      }),
    ),
    profileVersion: v.string(),
    slicerVersion: v.nullable(v.string()),
    rung: v.picklist(['quote', 'coarse']),
  }),
  v.object({
    kind: v.literal('refused'),
    reason: v.picklist(['no_layers', 'nothing_printable', 'no_first_layer', 'unreadable_model']),
    message: v.string(),
  }),
])
