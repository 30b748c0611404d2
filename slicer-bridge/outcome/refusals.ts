// The messages with which PrusaSlicer 2.5 rejects a model (exit code 1), and their meaning.
import type { SliceRefusal } from './outcome.ts'

type Refusal = Omit<SliceRefusal, 'kind'>

const knownRefusals: readonly (readonly [RegExp, Refusal])[] = [
  [
    /^There is an object with no extrusions in the first layer/m,
    {
      reason: 'no_first_layer',
      message: 'The model touches the plate in a point or an edge only. Turn it onto a flat side.',
    },
  ],
  [
    /^No layers were detected/m,
    {
      reason: 'no_layers',
      message:
        'The slicer finds no layers: the model is thinner than one, or its surface is not closed.',
    },
  ],
  [
    /^The print is empty|^No extrusions were generated/m,
    {
      reason: 'nothing_printable',
      message: 'Nothing of the model is thick enough to be printed. Walls need 0.4 mm and more.',
    },
  ],
  [
    /Loading of a model file failed|^Unknown file format/m,
    {
      reason: 'unreadable_model',
      message: 'The slicer cannot read the model. Repair its surface and send it again.',
    },
  ],
]

/** Returns the refusal, or `undefined` when the output has none of the known messages. */
export function refusalIn(printed: string): SliceRefusal | undefined {
  const refusal = knownRefusals.find(([sentence]) => sentence.test(printed))
  return refusal && { kind: 'refused', ...refusal[1] }
}
