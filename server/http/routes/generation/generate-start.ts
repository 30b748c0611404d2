// POST /api/generate/start: queues a generation (contract.md 4.8).

import * as v from 'valibot'
import { rightsNote } from '../../../domain/generation/request/rights-note.ts'
import { startGeneration } from '../../../domain/generation/start-generation.ts'
import { limits } from '../../../domain/limits/table.ts'
import { named, text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import {
  bodyFacts,
  keyParameter,
  keyRefusals,
  replayHeaders,
  respondOnce,
} from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import { exampleJobId } from './generation-json.ts'
import { generationBody } from './generation-request.ts'

const startedJob = named(
  'StartedGeneration',
  v.object({ jobId: text('For the status.'), status: v.literal('queued') }),
  'A generation that was queued.',
)

export const generateStartRoute = route({
  method: 'POST',
  path: '/api/generate/start',
  id: 'startGeneration',
  tag: 'Generation',
  summary: 'Queue a generation',
  description:
    'The same bodies. They are looked at, and paid for, by the run in the background: a 200 promises neither that the ' +
    `request is right nor that there are credits. ${limits['generate-start'].limit} an hour for each account, counted apart from \`/api/generate\`. ${rightsNote}`,

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
    ...keyRefusals,
  ],
  errors: 'GenerationError',
  handler: async function queueGeneration({ deps }, input) {
    const { caller, body } = input
    const respond = (runId: string | null) => startGeneration(deps, caller, body, runId)
    return await respondOnce({ deps }, input, respond, bodyFacts(deps, body))
  },
})
