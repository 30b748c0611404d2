// POST /api/gallery and DELETE /api/gallery/{id} (decisions.md 41).

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import type { GalleryEntry } from '../../../domain/gallery/ports.ts'
import { maxTitleCharacters, publish, withdraw } from '../../../domain/gallery/publish.ts'
import { moderationReason } from '../../../domain/generation/request/moderation-reason.ts'
import { limits } from '../../../domain/limits/table.ts'
import { json } from '../../contract/body.ts'
import { idInPath } from '../../contract/contract.ts'
import { withdrawnText } from '../../contract/field-texts.ts'
import {
  describedAs,
  done,
  type JsonOf,
  link,
  moment,
  named,
  text,
} from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { jsonObject } from '../../requests/body.ts'

const path = '/api/gallery'

const requestBody = jsonObject(
  {
    generationId: describedAs(
      v.optional(v.string('must be a string'), ''),
      text('A generation or upload of this account.'),
    ),
    title: describedAs(
      v.optional(v.string('must be a string'), ''),
      text(`1 to ${maxTitleCharacters} characters.`),
    ),
  },
  'The body must be a JSON object with generationId and title.',
)

const published = named(
  'GalleryEntry',
  v.object({
    id: text('The id for withdrawing it.'),
    generationId: text('The id that was sent.'),
    title: text('The title, on one line.'),
    modelUrl: text('`gs://` address, which everyone may now order and download.'),
    url: link('Its page in the gallery.'),
    publishedAt: moment('The time at which it was published.'),
  }),
  'A model in the gallery.',
)

const publishedJson = (
  { id, generationId, title, model, publishedAt }: GalleryEntry,
  baseUrl: string,
): JsonOf<typeof published> => ({
  id,
  generationId,
  title,
  modelUrl: model.uri,
  url: `${baseUrl}/gallery/${id}`,
  publishedAt: publishedAt.toISOString(),
})

const exampleId = '3f1d0a54-7c1b-4f0e-9a53-0e7a5a7f1d11'

export const publishRoute = route({
  method: 'POST',
  path,
  id: 'publishModel',
  tag: 'Generation',
  summary: 'Publish a model in the gallery',
  description:
    'One of your generations or uploads. Everyone can see, download and order it from then on, until you withdraw it. The ' +
    `title is moderated, and only printable models are published. ${limits['gallery-publish'].limit} an hour for each account.`,
  access: account({ accepts: ['session'], limit: 'gallery-publish' }),
  body: json(requestBody, {
    example: { generationId: '0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11', title: 'A fox, sitting' },
    refused: [{ title: 1 }],
  }),
  response: {
    status: 201,
    description: 'The model is in the gallery.',
    schema: published,
    example: {
      id: exampleId,
      generationId: '0d9b1c6e-5f6e-4a6c-9a53-0e7a5a7f1d11',
      title: 'A fox, sitting',
      modelUrl: 'gs://models/models/2ef0a0a6a5d1cbbe.glb',
      url: `https://print.example.com/gallery/${exampleId}`,
      publishedAt: '2026-11-22T10:00:00.000Z',
    },
  },
  refusals: [
    { kind: 'gallery_generation_required' },
    { kind: 'gallery_title_invalid' },
    {
      kind: 'gallery_title_refused',
      reason: moderationReason(
        { kind: 'refused', part: 'text', found: { by: 'rules', category: 'weapons' } },
        'title',
      ),
    },
    {
      kind: 'gallery_picture_refused',
      reason: 'The picture shows something that we do not print.',
    },
    { kind: 'gallery_generation_not_found' },
    { kind: 'gallery_model_unsuitable' },
    { kind: 'gallery_already_published' },
    { kind: 'gallery_taken_down' },
    { kind: 'mesh_unreadable', reason: 'The mesh has no volume.' },
    { kind: 'model_unreadable' },
    { kind: 'measuring_unavailable', retryAfterSeconds: retryHintSeconds.busy },
    { kind: 'gallery_moderation_unavailable' },
  ],
  handler: async function publishModel({ deps }, { caller, body }) {
    const entry = await publish(deps, caller, body)
    return entry.ok ? ok(publishedJson(entry.value, deps.baseUrl)) : entry
  },
})

export const withdrawRoute = route({
  method: 'DELETE',
  path: `${path}/:id`,
  id: 'withdrawModel',
  tag: 'Generation',
  summary: 'Withdraw a model from the gallery',
  description:
    'From then on, no one else can see, download or order it; orders that were placed are printed. A repeat changes nothing.',
  access: account({ accepts: ['session'] }),
  parameters: [idInPath('id', 'The `id` of the entry.', { type: 'string', format: 'uuid' })],
  response: { description: withdrawnText, schema: done },
  refusals: [{ kind: 'gallery_entry_not_found' }],
  handler: async function withdrawModel({ deps }, { caller, params }) {
    const withdrawn = await withdraw(deps, caller, params.id)
    return withdrawn.ok ? ok({ ok: true }) : withdrawn
  },
})
