// Response of both picture endpoints (decisions.md 36), and their shared refusals.

import * as v from 'valibot'
import { imageTypes } from '../../../domain/generation/engine/engine.ts'
import type { MadeImage } from '../../../domain/images/make-image.ts'
import { imageModelLate } from '../../../domain/images/make-image.ts'
import { imageSources } from '../../../domain/images/ports.ts'
import { ignoredNames } from '../../contract/ignored-names.ts'
import { flag, type JsonOf, link, named, says, whole } from '../../contract/schemas.ts'
import type { Failure } from '../../refusals/failure.ts'
import { promptRefused } from '../generation/generation-failures.ts'

export const madeImage = named(
  'MadeImage',
  v.object({
    imageUrl: link(
      '`gs://` address, for `imageUrl` of `/api/generate` and `url` of `/api/model-proxy`. With `persisted` false it is the image ' +
        'model’s own link, good for less than an hour.',
    ),
    width: whole('Pixels.'),
    height: whole('Pixels.'),
    mimeType: says(v.picklist(imageTypes), 'The type of the file.'),
    persisted: flag('False = storing failed.'),
    source: says(
      v.picklist(imageSources),
      '`demo`: no image model is configured, so this is a sample picture.',
    ),
    ignored: ignoredNames,
  }),
  'A picture that was made for a generation.',
)

export const imageExample = {
  imageUrl:
    'gs://models/images/2ef0a0a6a5d1cbbe2a5a2b8e7b9a3d0a2f8f5f4c1f0e9d8c7b6a59483726150f.png',
  width: 1024,
  height: 1024,
  mimeType: 'image/png',
  persisted: true,
  source: 'vendor',
}

export const imageRefusals: readonly Failure[] = [
  { kind: 'field_unknown', field: 'promt', meant: ['prompt'] },
  { kind: 'prompt_required' },
  { kind: 'prompt_too_long' },
  promptRefused,
  { kind: 'engine_failed', message: imageModelLate },
  { kind: 'moderation_unavailable' },
  { kind: 'result_not_checked', made: 'picture' },
  { kind: 'account_in_debt', owedCents: 2000 },
  { kind: 'generation_off' },
  { kind: 'images_switched_off' },
  { kind: 'generation_budget_used_up' },
  { kind: 'image_not_stored' },
]

export const imageJson = (image: MadeImage): JsonOf<typeof madeImage> => image
