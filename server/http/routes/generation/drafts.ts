// GET /api/drafts/{id}: the drafts of a set, and the models refined from them.

import * as v from 'valibot'
import { fail, ok } from '../../../domain/base/result.ts'
import { type DraftInSet, readDraftSet } from '../../../domain/generation/drafts/read-drafts.ts'
import { keptCredits } from '../../../domain/generation/run/job.ts'
import { idInPath } from '../../contract/contract.ts'
import { modelUrlText } from '../../contract/field-texts.ts'
import { type JsonOf, named, orNull, says, text, whole } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import type { GenerationContext } from './generation-context.ts'
import { exampleJobId, jobStatus } from './generation-json.ts'

const draft = named(
  'Draft',
  v.object({
    jobId: text('The id of its generation, whose status and result are read as for any other.'),
    place: whole('The number of the draft, from 1.'),
    status: jobStatus,
    creditsCharged: orNull(whole('The charged credits; they are refunded if it fails.')),
    modelUrl: orNull(text(modelUrlText)),
    error: orNull(text('Why it failed.')),
    refinedJobId: orNull(text('The job of its refined model; null without one.')),
  }),
  'A draft of a set.',
)

const draftSet = named(
  'DraftSet',
  v.object({
    id: text('The id that start returned.'),
    drafts: says(v.array(draft), 'The drafts that were not deleted, in order.'),
    refineCredits: orNull(
      whole('Cost of refining one of them; null when their request is no longer stored.'),
    ),
  }),
  'Drafts of one request.',
)

const exampleSetId = '7b0d5c2a-91f4-4e0b-8a3c-5d2e6f7a8b90'
const exampleRefinedId = '4c6e8a01-2b3d-4f5e-9a7b-8c9d0e1f2a3b'

export const draftSetRoute = route({
  method: 'GET',
  path: '/api/drafts/:id',
  id: 'readDraftSet',
  tag: 'Generation',
  summary: 'Read a set of drafts',
  description:
    'The progress of each draft, and its refined model. Refine one with `refineOf` of `/api/generate/start`.',
  access: account({ accepts: ['session', 'extension_token'] }),
  parameters: [idInPath('id', 'The `setId` of its start.', { type: 'string', format: 'uuid' })],
  response: {
    description: 'The set.',
    schema: draftSet,
    example: {
      id: exampleSetId,
      drafts: [
        {
          jobId: exampleJobId,
          place: 1,
          status: 'done',
          creditsCharged: 1,
          modelUrl: 'gs://models/models/2ef0a0a6a5d1cbbe.glb',
          error: null,
          refinedJobId: exampleRefinedId,
        },
      ],
      refineCredits: 3,
    },
  },
  refusals: [{ kind: 'draft_set_not_found' }],
  handler: async function readOwnDraftSet({ deps }: GenerationContext, { caller, params }) {
    const set = await readDraftSet(deps, caller, params.id)
    if (set === null) return fail({ kind: 'draft_set_not_found' })
    const { id, drafts, refineCredits } = set
    return ok({ id, drafts: drafts.map(draftJson), refineCredits })
  },
})

const draftJson = (job: DraftInSet): JsonOf<typeof draft> => ({
  jobId: job.id,
  place: job.place,
  status: job.status,
  creditsCharged: keptCredits(job),
  modelUrl: job.result?.modelUrl ?? null,
  error: job.failure === null ? null : refusalOf(job.failure).error,
  refinedJobId: job.refinedId,
})
