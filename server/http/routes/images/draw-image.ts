// POST /api/images/generate: draws a picture from words (decisions.md 36).

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { durationText } from '../../../domain/base/time/duration-text.ts'
import { maxPromptCharacters } from '../../../domain/generation/request/request.ts'
import { drawImage, makeTimeoutMs } from '../../../domain/images/make-image.ts'
import { defaultImageSize, imageSizes } from '../../../domain/images/size.ts'
import { limits } from '../../../domain/limits/table.ts'
import { strictJson } from '../../contract/body.ts'
import { judged, says, text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { keyParameter, keyRefusals, replayHeaders, respondOnce } from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import { imageExample, imageJson, imageRefusals, madeImage } from './image-json.ts'

const requestBody = v.object({
  prompt: judged(text(`What to draw, up to ${maxPromptCharacters} characters.`)),
  size: judged(v.optional(says(v.picklist(imageSizes), 'Pixels.'), defaultImageSize)),
})

export const drawImageRoute = route({
  method: 'POST',
  path: '/api/images/generate',
  id: 'generateImage',
  tag: 'Generation',
  summary: 'Draw a picture',
  description:
    'Draws a picture from which a model can be generated. The prompt is moderated like that of a generation. The picture costs no credits and is ' +
    `stored for the account. It takes up to ${durationText(makeTimeoutMs / 1000)}. ${limits['images-generate'].limit} an hour.`,
  access: account({ accepts: ['session'], limit: 'images-generate' }),
  parameters: [keyParameter],
  body: strictJson(requestBody, {
    example: { prompt: 'a teapot, one object on a white background' },
    refused: [null],
  }),
  response: {
    description: 'The picture.',
    schema: madeImage,
    example: imageExample,
    headers: replayHeaders,
  },
  refusals: [{ kind: 'image_size_unknown' }, ...imageRefusals, ...keyRefusals],
  errors: 'GenerationError',
  handler: async function drawPicture({ deps, keepOpen }, input) {
    const { request, caller, body } = input
    keepOpen?.(request)
    const { value: sent, ignored } = body
    return await respondOnce({ deps }, input, async () => {
      const made = await drawImage(deps, caller, { prompt: sent.prompt, size: sent.size })
      return made.ok ? ok(imageJson({ ...made.value, ...(ignored && { ignored }) })) : made
    })
  },
})
