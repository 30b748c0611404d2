// POST /api/generate/start: queues a generation (contract.md 4.8).

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { draftsInSet } from '../../../domain/generation/request/draft-set.ts'
import { rightsNote } from '../../../domain/generation/request/rights-note.ts'
import {
  type StartedWork,
  startRequestedWork,
} from '../../../domain/generation/start-requested-work.ts'
import { limits } from '../../../domain/limits/table.ts'
import { type JsonOf, named, says, text, whole } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import {
  bodyFacts,
  keyParameter,
  keyRefusals,
  replayHeaders,
  respondOnce,
} from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import type { GenerationContext } from './generation-context.ts'
import { promptRefused } from './generation-failures.ts'
import { exampleJobId } from './generation-json.ts'
import { generationBody } from './generation-request.ts'

const startedJob = named(
  'StartedGeneration',
  v.object({
    jobId: text('The id of the job, for its status; the first draft’s if drafts were requested.'),
    status: v.literal('queued'),
    drafts: v.optional(
      named(
        'StartedDrafts',
        v.object({
          setId: text('The id of the set, for `/api/drafts/{id}`.'),
          jobIds: says(v.array(v.string()), 'A job for each draft.'),
          creditsCharged: whole('The credits for all of them.'),
          refineCredits: whole('Cost of refining one of them.'),
        }),
        'A set of drafts that was queued and paid.',
      ),
    ),
  }),
  'A generation that was queued.',
)

function startedJson({ jobId, status, drafts }: StartedWork): JsonOf<typeof startedJob> {
  if (drafts === undefined) return { jobId, status }
  const { setId, jobIds, credits, refineCredits } = drafts
  const set = { setId, jobIds: [...jobIds], creditsCharged: credits, refineCredits }
  return { jobId, status, drafts: set }
}

export const generateStartRoute = route({
  method: 'POST',
  path: '/api/generate/start',
  id: 'startGeneration',
  tag: 'Generation',
  summary: 'Queue a generation',
  description:
    'Takes the same bodies as `/api/generate`. The run in the background checks them and charges the credits: a 200 means neither that the request ' +
    'is valid nor that there are enough credits. With `drafts` or `refineOf` both are checked first, and the credits are charged at ' +
    `once, for all ${draftsInSet} drafts or for none. ${limits['generate-start'].limit} an hour for each account, counted separately from \`/api/generate\`. ${rightsNote}`,

  access: account({ accepts: ['session', 'extension_token'], limit: 'generate-start' }),
  parameters: [keyParameter],
  body: generationBody,
  response: {
    description: 'Queued.',
    schema: startedJob,
    example: { jobId: exampleJobId, status: 'queued' },
    headers: replayHeaders,
  },
  refusals: [
    { kind: 'generation_body_empty' },
    { kind: 'image_too_large' },
    { kind: 'multiview_image_too_large' },
    { kind: 'account_in_debt', owedCents: 2000 },
    { kind: 'generation_off' },
    { kind: 'drafts_count' },
    { kind: 'drafts_and_refinement' },
    { kind: 'refine_not_found' },
    { kind: 'refine_unsuitable' },
    { kind: 'prompt_required' },
    promptRefused,
    { kind: 'no_credits', required: 4, available: 2 },
    { kind: 'moderation_unavailable' },
    { kind: 'pictures_not_accepted' },
    ...keyRefusals,
  ],
  errors: 'GenerationError',
  handler: async function queueGeneration({ deps }: GenerationContext, input) {
    const { request, caller, body } = input
    const { signal } = request
    const respond = async (runId: string | null) => {
      const started = await startRequestedWork(deps, caller, body, { signal, runId })
      return started.ok ? ok(startedJson(started.value)) : started
    }
    return await respondOnce({ deps }, input, respond, bodyFacts(deps, body))
  },
})
