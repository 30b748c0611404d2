// GET /api/generations, DELETE /api/generations/{id} and DELETE /api/images: an account's results, for programs as
// well.

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { readPage } from '../../../domain/base/text/page-number.ts'
import { deleteGeneration, deleteImage } from '../../../domain/generation/delete-work.ts'
import {
  generationsPerPage,
  listGenerationsPage,
} from '../../../domain/generation/list-generations.ts'
import { keptCredits, type ListedGeneration } from '../../../domain/generation/run/job.ts'
import { idInPath } from '../../contract/contract.ts'
import { modelUrlText } from '../../contract/field-texts.ts'
import { done, type JsonOf, named, orNull, says, text, whole } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import type { GenerationContext } from './generation-context.ts'
import { exampleJobId, jobStatus, queuedAt } from './generation-json.ts'

const ownGeneration = named(
  'OwnGeneration',
  v.object({
    id: text('The `jobId` of its start, and its `generationId`.'),
    status: jobStatus,
    createdAt: queuedAt,
    prompt: orNull(text('null until its request was read.')),
    creditsCharged: orNull(whole('null until it was charged.')),
    modelUrl: orNull(text(modelUrlText)),
  }),
  'A generation of the account.',
)

export const listGenerationsRoute = route({
  method: 'GET',
  path: '/api/generations',
  id: 'listGenerations',
  tag: 'Generation',
  summary: 'List your generations',
  description: `Newest first, ${generationsPerPage} to a page. Find a job here whose id was lost with a response.`,
  access: account({ accepts: ['session', 'extension_token'] }),
  parameters: [
    {
      name: 'page',
      in: 'query',
      description: 'The number of the page, from 1.',
      schema: { type: 'integer', minimum: 1 },
    },
  ],
  response: {
    description: 'The page.',
    schema: named(
      'OwnGenerations',
      v.object({
        generations: says(v.array(ownGeneration), 'Newest first.'),
        total: whole('The number on all pages.'),
        page: whole('The page that this is.'),
        pages: whole('How many there are.'),
      }),
      'A page of generations.',
    ),
    example: {
      generations: [
        {
          id: exampleJobId,
          status: 'done',
          createdAt: 1_795_392_000_000,
          prompt: 'a teapot',
          creditsCharged: 1,
          modelUrl: 'gs://models/models/2ef0a0a6a5d1cbbe.glb',
        },
      ],
      total: 1,
      page: 1,
      pages: 1,
    },
  },
  handler: async function listOwnGenerations({ deps }: GenerationContext, { caller, query }) {
    const { generations, ...list } = await listGenerationsPage(
      deps,
      caller,
      readPage(query['page']),
    )
    return ok({ generations: generations.map(ownJson), ...list })
  },
})

const ownJson = (job: ListedGeneration): JsonOf<typeof ownGeneration> => ({
  id: job.id,
  status: job.status,
  createdAt: job.createdAt.getTime(),
  prompt: job.request?.prompt ?? null,
  creditsCharged: keptCredits(job),
  modelUrl: job.result?.modelUrl ?? null,
})

export const deleteGenerationRoute = route({
  method: 'DELETE',
  path: '/api/generations/:id',
  id: 'deleteGeneration',
  tag: 'Generation',
  summary: 'Delete a generation or an upload',
  description:
    'Deletes it with its model, words and pictures, and its entry in the gallery. Orders of it are still printed, and credits are not refunded.',
  access: account({ accepts: ['session', 'extension_token'] }),
  parameters: [
    idInPath('id', 'The id of the generation or upload.', { type: 'string', format: 'uuid' }),
  ],
  response: { description: 'The generation or upload is deleted.', schema: done },
  refusals: [
    { kind: 'deletion_not_found' },
    { kind: 'deletion_running' },
    { kind: 'deletion_taken_down' },
  ],
  handler: async function deleteOwnGeneration({ deps }: GenerationContext, { caller, params }) {
    const deleted = await deleteGeneration(deps, caller, params.id)
    return deleted.ok ? ok({ ok: true }) : deleted
  },
})

export const deleteImageRoute = route({
  method: 'DELETE',
  path: '/api/images',
  id: 'deleteImage',
  tag: 'Generation',
  summary: 'Delete a picture',
  description: 'A picture from `/api/images`. Models made from it remain.',
  access: account({ accepts: ['session'] }),
  parameters: [
    {
      name: 'url',
      in: 'query',
      required: true,
      description: 'Its `imageUrl`.',
      schema: { type: 'string' },
      example: 'gs://models/images/2ef0a0a6a5d1cbbe.png',
    },
  ],
  response: { description: 'The picture is deleted.', schema: done },
  refusals: [{ kind: 'deletion_not_found' }],
  handler: async function deleteOwnImage({ deps }: GenerationContext, { caller, query }) {
    const deleted = await deleteImage(deps, caller, query['url'] ?? '')
    return deleted.ok ? ok({ ok: true }) : deleted
  },
})
