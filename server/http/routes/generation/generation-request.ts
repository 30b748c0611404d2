// Bodies of the generation routes (contract.md 4.7).

import * as v from 'valibot'
import { retryPhotoHours, retryPhotoJobs } from '../../../domain/base/time/retention.ts'
import { sizeRangeText } from '../../../domain/catalog/build-volume.ts'
import { triangleAims } from '../../../domain/generation/engine/engine.ts'
import {
  creditsText,
  leastRefineCredits,
  meshCredits,
  modeCredits,
  pictureCredits,
  refinementCredits,
  textureCredits,
} from '../../../domain/generation/request/credit-cost.ts'
import { draftsInSet } from '../../../domain/generation/request/draft-set.ts'
import { defaultOptions } from '../../../domain/generation/request/options.ts'
import {
  maxImageText,
  maxNegativePromptCharacters,
  maxPromptCharacters,
  maxStyleCharacters,
  multiviewImages,
} from '../../../domain/generation/request/request.ts'
import { usualSizeMm } from '../../../domain/generation/request/size.ts'
import {
  defaultWallMm,
  wallRangeMm,
  wallStepsText,
} from '../../../domain/measurement/part-changes.ts'
import { flag, named, number, says, text } from '../../contract/schemas.ts'
import {
  engine,
  generationMode,
  hollowing,
  inputMode,
  meshQuality,
  outputFormat,
  pictureText,
  smoothing,
  textureResolution,
  topology,
} from '../../contract/words.ts'
import { rawBody } from './generation-body.ts'

const switchedOff = (description: string) => v.optional(flag(description), false)

const aims = {
  standard: triangleAims.standard.toLocaleString('en-US'),
  high: triangleAims.high.toLocaleString('en-US'),
  ultra: triangleAims.ultra.toLocaleString('en-US'),
}

/** Unrecognized values silently fall back to the default. */
const advancedEntries = {
  meshQuality: v.optional(
    meshQuality.sent(
      `Aims at ${aims.standard}, ${aims.high} or ${aims.ultra} triangles; high costs ${creditsText(meshCredits.high)} more, ultra ${meshCredits.ultra}.`,
    ),
    defaultOptions.meshQuality,
  ),
  topology: v.optional(
    topology.sent('Two of the engines can return quads.'),
    defaultOptions.topology,
  ),
  smoothing: v.optional(
    smoothing.sent('off, light and strong run 0, 2 and 5 passes.'),
    defaultOptions.smoothing,
  ),
  hollowing: v.optional(
    hollowing.sent(
      `A wall that does not fit is thinned in ${wallStepsText}. An open surface stays solid.`,
    ),
    defaultOptions.hollowing,
  ),
  wallThicknessMm: v.optional(
    number(`${wallRangeMm.min} to ${wallRangeMm.max}; anything else is ${defaultWallMm}.`),
    defaultWallMm,
  ),
  negativePrompt: v.optional(
    text(
      `What not to make. Cut to ${maxNegativePromptCharacters} characters; one engine family only, and with text only.`,
    ),
  ),
  smartLowPoly: switchedOff('One engine family only.'),
  generateParts: switchedOff('One engine family only; turns textures off.'),
  textures: v.optional(flag('Whether the preview has textures.'), true),
  textureResolution: v.optional(
    textureResolution.sent(
      `For results that can have textures, 4k costs ${creditsText(textureCredits['4k'])} more, and 8k ${textureCredits['8k']} more.`,
    ),
    defaultOptions.textureResolution,
  ),
  engine: v.optional(
    engine.sent(
      'auto chooses an engine that supports the options. A named engine is always used; the notes of the result state which options it did not apply.',
    ),
    defaultOptions.engine,
  ),
  outputFormat: v.optional(
    outputFormat.sent('Rarely has an effect, because models are stored as GLB.'),
    defaultOptions.outputFormat,
  ),
  refinementPass: switchedOff(
    `A second pass on engine_4; costs ${creditsText(refinementCredits)} more.`,
  ),
  seed: v.optional(number('A whole number; some engines honor it.')),
  sizeMm: v.optional(
    number(
      `Longest side of the printed model, ${sizeRangeText}. Without it, the size in the words applies ("8 cm tall"), otherwise ${usualSizeMm} mm; the notes of the result state which.`,
    ),
  ),
}

const common = {
  imagesOf: v.optional(
    text(
      `The id of a generation of this account that made no model: its pictures are used again if none are sent. They are kept for ${retryPhotoHours} hours, for the newest ${retryPhotoJobs} such generations.`,
    ),
  ),
  refineOf: v.optional(
    text(
      `The id of a draft to refine, at \`/api/generate/start\` only: a hi_fi model of its shape, for ${creditsText(leastRefineCredits)} or more. Other fields of the body are ignored. A draft has one refined model; a repeated request returns the same one.`,
    ),
  ),
  drafts: v.optional(
    says(
      v.literal(draftsInSet),
      `Queues ${draftsInSet} drafts that differ by their seeds, at \`/api/generate/start\` only. Each costs what a draft costs; meshQuality, textureResolution and refinementPass then apply to the refinement.`,
    ),
  ),
  notify: switchedOff('Whether the account gets an email when the generation has ended.'),
  mode: v.optional(
    generationMode.sent(
      `hi_fi costs ${creditsText(modeCredits.hi_fi)} instead of ${modeCredits.fast_draft}.`,
    ),
    'fast_draft',
  ),
  style: v.optional(
    text(`Free text, such as "low poly". Cut to ${maxStyleCharacters} characters.`),
  ),
}

const textRequest = named(
  'GenerationFromText',
  v.object({
    prompt: text(`What to make, up to ${maxPromptCharacters} characters.`),
    ...common,
    imageUrl: v.optional(
      text(
        'A picture of this account from `/api/images` instead of a file; `inputMode` and the other fields are then read as in the form.',
      ),
    ),
    advanced: v.optional(
      named('GenerationOptions', v.object(advancedEntries), 'Options of a generation.'),
    ),
  }),
  'What to make, in words.',
)

const picture = (description: string) => says(v.file(), description)

/** Each view is a separate field, so a back view does not require a left view. */
const viewEntries = {
  front: v.optional(picture('The front, for multiview.')),
  left: v.optional(picture('The left side, for multiview.')),
  back: v.optional(picture('The back, for multiview.')),
  right: v.optional(picture('The right side, for multiview.')),
}

const pictureRequest = named(
  'GenerationFromPictures',
  v.object({
    inputMode: v.optional(
      inputMode.sent(
        `Anything else is refused. All but text cost ${creditsText(pictureCredits)} more.`,
      ),
      'image',
    ),
    prompt: v.optional(
      text(
        `Up to ${maxPromptCharacters} characters; required for text and image_text. With image_text it changes the picture; with image and multiview it names the model.`,
      ),
    ),
    image: v.optional(picture(`For image and image_text: ${pictureText}`)),
    imageUrl: v.optional(
      text(
        'A picture of this account, for image and image_text, from `/api/images` instead of a file.',
      ),
    ),
    images: v.optional(
      says(
        v.array(picture('A view.')),
        `For multiview: ${multiviewImages.min} to ${multiviewImages.max} files, each at most ${maxImageText}, in this order: front, left, back, right. Pictures in fields with these names belong to that side, and the others fill the remaining sides.`,
      ),
    ),
    ...viewEntries,
    ...common,
    // Flat fields, because a form cannot contain objects.
    ...advancedEntries,
  }),
  'What to make, as a form with pictures.',
)

export const generationBody = rawBody({
  type: 'application/json',
  schema: textRequest,
  example: { prompt: 'a teapot', mode: 'hi_fi', advanced: { meshQuality: 'high' } },
  description:
    'JSON for text; a form for anything with a picture. Unrecognized values of options count as not sent. A misspelled name is refused ' +
    'before anything is charged, and any other unknown one is listed as `ignored`.',
  form: {
    schema: pictureRequest,
    example: { inputMode: 'image', image: '@photo.png', mode: 'fast_draft' },
  },
})
