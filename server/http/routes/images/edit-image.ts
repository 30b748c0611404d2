// POST /api/images/edit: edits a picture as described in words (decisions.md 36).

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { durationText } from '../../../domain/base/time/duration-text.ts'
import { withParsedBody } from '../../../domain/generation/request/parsed-body.ts'
import { maxPromptCharacters } from '../../../domain/generation/request/request.ts'
import { editImage, makeTimeoutMs } from '../../../domain/images/make-image.ts'
import { limits } from '../../../domain/limits/table.ts'
import { says, text } from '../../contract/schemas.ts'
import { pictureText } from '../../contract/words.ts'
import { account } from '../../middleware/access.ts'
import {
  bodyFacts,
  keyParameter,
  keyRefusals,
  replayHeaders,
  respondOnce,
} from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import { rawBody } from '../generation/generation-body.ts'
import { imageExample, imageJson, imageRefusals, madeImage } from './image-json.ts'

export const editImageRoute = route({
  method: 'POST',
  path: '/api/images/edit',
  id: 'editImage',
  tag: 'Generation',
  summary: 'Change a picture',
  description:
    'Changes a picture as a prompt describes. Both are moderated like those of a generation. The result costs no credits and is stored for the ' +
    `account. It takes up to ${durationText(makeTimeoutMs / 1000)}. ${limits['images-edit'].limit} an hour.`,
  access: account({ accepts: ['session'], limit: 'images-edit' }),
  parameters: [keyParameter],
  body: rawBody({
    type: 'multipart/form-data',
    schema: v.object({
      image: v.optional(says(v.file(), pictureText)),
      imageUrl: v.optional(text('A picture of this account from `/api/images` instead of a file.')),
      prompt: text(`What to change, up to ${maxPromptCharacters} characters.`),
    }),
    example: { image: '@photo.png', prompt: 'make it blue' },
  }),
  response: {
    description: 'The changed picture.',
    schema: madeImage,
    example: imageExample,
    headers: replayHeaders,
  },
  refusals: [
    { kind: 'generation_json_invalid' },
    { kind: 'generation_form_invalid' },
    { kind: 'image_required' },
    { kind: 'image_too_large' },
    { kind: 'image_type_unsupported', mimeType: 'image/gif' },
    { kind: 'image_unreadable' },
    { kind: 'image_url_foreign' },
    { kind: 'image_url_unreadable' },
    { kind: 'pictures_not_accepted' },
    ...imageRefusals,
    ...keyRefusals,
  ],
  errors: 'GenerationError',
  handler: async function changePicture({ deps, keepOpen }, input) {
    const { request, caller, body } = input
    keepOpen?.(request)
    const respond = async () => {
      const made = await withParsedBody(deps, body, (parsed) => editImage(deps, caller, parsed))
      return made.ok ? ok(imageJson(made.value)) : made
    }
    return await respondOnce({ deps }, input, respond, bodyFacts(deps, body))
  },
})
