// POST /api/images/generate: a picture from words (decisions.md 36).
import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { drawImage } from '../../../domain/images/make-image.ts'
import { defaultImageSize, imageSizes } from '../../../domain/images/size.ts'
import { limits } from '../../../domain/limits/table.ts'
import { jsonRefusals } from '../../contract/refusals.ts'
import { says, text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { readShape } from '../../requests/body.ts'
import { imageExample, imageJson, imageRefusals, madeImage } from './image-json.ts'

const sent = v.object({ prompt: v.optional(v.unknown()), size: v.optional(v.unknown()) })

export const drawImageRoute = route({
  method: 'POST',
  path: '/api/images/generate',
  id: 'generateImage',
  tag: 'Generation',
  summary: 'Draw a picture',
  description:
    'For a generation from a picture. Moderated like a generation, costs no credits, and is stored for the account. Takes up ' +
    `to two minutes. ${limits['images-generate'].limit} an hour.`,
  access: account({ accepts: ['session'], limit: 'images-generate' }),
  body: {
    type: 'application/json',
    schema: v.object({
      prompt: text('What to draw, up to 500 characters.'),
      size: v.optional(says(v.picklist(imageSizes), 'Pixels.'), defaultImageSize),
    }),
    example: { prompt: 'a teapot, one object on a white background' },
  },
  response: { description: 'The picture.', schema: madeImage, example: imageExample },
  refusals: [...jsonRefusals, { kind: 'image_size_unknown' }, ...imageRefusals],
  errors: 'GenerationError',
  handler: async function drawPicture({ deps, keepOpen }, { request, caller }) {
    const body = await readShape(request, sent)
    if (!body.ok) return body
    keepOpen?.(request)
    const { prompt, size } = body.value
    const made = await drawImage(deps, caller, { prompt, size })
    return made.ok ? ok(imageJson(made.value)) : made
  },
})
