// POST /api/detect-colors: the colors of a picture or of a textured model, and the nearest stock colors (decisions.md 35).

import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import {
  type DetectedColor,
  detectModelColors,
  detectPictureColors,
} from '../../../domain/colors/detect-colors.ts'
import { maxImageBytes } from '../../../domain/generation/request/request.ts'
import { limits } from '../../../domain/limits/table.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { json } from '../../contract/body.ts'
import { modelUrlBody } from '../../contract/field-texts.ts'
import { jsonOrForm, multipart } from '../../contract/multipart-body.ts'
import { describedAs, dollars, link, named, number, says, text } from '../../contract/schemas.ts'
import { pictureText } from '../../contract/words.ts'
import { account } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { type Input, route } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import { jsonObject } from '../../requests/body.ts'
import type { MultipartForm } from '../../requests/multipart.ts'

const stored = json(
  jsonObject(
    {
      modelUrl: describedAs(
        v.string('must be a string'),
        link('`gs://` address of a GLB of this account; of a generation its `previewUrl`.'),
      ),
    },
    modelUrlBody,
  ),
  { example: { modelUrl: 'gs://models/models/2ef0a0a6a5d1cbbe.glb' }, refused: [{}] },
)

const picture = multipart({
  schema: v.object({ image: says(v.file(), pictureText) }),
  example: { image: '@photo.png' },
  file: 'image',
  maxBytes: maxImageBytes,
  tooLarge: { kind: 'image_too_large' },
})

type PictureSource = { readonly modelUrl: string } | MultipartForm

const stockColor = named(
  'StockColorMatch',
  v.object({
    name: text('The value for `color` of an order.'),
    hex: text('The color of the spool.'),
    distance: number(
      'CIEDE2000: 0 is the same color, about 1 is just noticeable, above 10 is another color.',
    ),
  }),
  'A stock color and how far it is from another color.',
)

const detected = named(
  'DetectedColors',
  v.object({
    colors: says(
      v.array(
        named(
          'DetectedColor',
          v.object({
            hex: text('`#RRGGBB`.'),
            share: number('The share of the visible area, 0 to 1.'),
            stock: says(stockColor, 'The nearest stock color.'),
            billedPerGram: dollars(
              'The rate of PLA when `hex` itself is ordered: the material’s rate for a stock color, else the custom rate.',
            ),
          }),
          'A color of a picture or model.',
        ),
      ),
      'At most six, the largest share first.',
    ),
  }),
  'The colors of a picture or model.',
)

export const detectColorsRoute = route({
  method: 'POST',
  path: '/api/detect-colors',
  id: 'detectColors',
  tag: 'Price',
  summary: 'Find the colors of a picture or model',
  description:
    'Similar shades count as one color, and areas under 1% as the nearest one. Transparent pixels do not count. Colors of a GLB are measured on ' +
    'its surface, from textures, vertex colors and material colors; if its geometry is compressed, on the pixels of its textures. ' +
    `Nothing is stored. ${limits['detect-colors'].limit} an hour.`,
  access: account({ accepts: ['session'], limit: 'detect-colors' }),
  body: jsonOrForm(stored, picture, { kind: 'colors_body_unknown' }),
  response: {
    description: 'The colors.',
    schema: detected,
    example: {
      colors: [
        {
          hex: '#E1062F',
          share: 0.62,
          stock: { name: 'Red', hex: '#E4002B', distance: 0.89 },
          billedPerGram: 0.2,
        },
      ],
    },
  },
  refusals: [
    { kind: 'image_required' },
    { kind: 'image_type_unsupported', mimeType: 'image/gif' },
    { kind: 'image_unreadable' },
    { kind: 'image_too_many_pixels' },
    { kind: 'colors_model_url_missing' },
    { kind: 'model_not_managed' },
    { kind: 'model_foreign' },
    { kind: 'model_unreadable' },
    { kind: 'colors_model_unsupported' },
    { kind: 'colors_model_unreadable' },
    { kind: 'colors_model_plain' },
    { kind: 'colors_transparent' },
    { kind: 'storage_failed' },
    { kind: 'colors_busy', retryAfterSeconds: retryHintSeconds.pictures },
  ],
  handler: async function detectColors(context, input) {
    const colors = await detect(context, input)
    return colors.ok ? ok({ colors: colors.value.map(colorJson) }) : colors
  },
})

async function detect(
  { deps, keepOpen }: HttpContext,
  { request, caller, body }: Input<AccountCaller, never, PictureSource>,
): Promise<Result<readonly DetectedColor[], Failure>> {
  const { signal } = request
  if ('modelUrl' in body) {
    keepOpen?.(request)
    return await detectModelColors(deps, caller, { ...body, signal })
  }
  const { file } = body
  if (file === null) return fail({ kind: 'image_required' })
  const bytes = await readFile(file.path)
  return await detectPictureColors(deps, caller, { file, bytes, signal })
}

const colorJson = ({ hex, share, stock, centsPerGram }: DetectedColor) => ({
  hex,
  share: Math.round(share * 10_000) / 10_000,
  stock: { ...stock, distance: Math.round(stock.distance * 100) / 100 },
  billedPerGram: dollarsOfCents(centsPerGram),
})
