// GET /api/generate/status?jobId=: reads a generation job (contract.md 4.9).

import { ok } from '../../../domain/base/result.ts'
import { readGenerationJob } from '../../../domain/generation/read-job.ts'
import { pollSeconds } from '../../../domain/generation/run/job.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import type { GenerationContext } from './generation-context.ts'
import { generationJobExample } from './generation-examples.ts'
import { exampleJobId, generationJob, generationJobJson } from './generation-json.ts'

export const generateStatusRoute = route({
  method: 'GET',
  path: '/api/generate/status',
  id: 'readGenerationJob',
  tag: 'Generation',
  summary: 'Read a generation job',
  description: `Not limited; ask every ${pollSeconds} seconds. A failed generation is a 200 as well: read \`status\`.`,

  conditional: true,
  access: account({ accepts: ['session', 'extension_token'] }),
  parameters: [
    {
      name: 'jobId',
      in: 'query',
      required: true,
      description: 'The id that start returned.',
      schema: { type: 'string' },
      example: exampleJobId,
    },
  ],
  response: { description: 'The job.', schema: generationJob, example: generationJobExample },
  refusals: [{ kind: 'job_id_required' }, { kind: 'job_not_found' }, { kind: 'job_foreign' }],
  handler: async function readJob({ deps }: GenerationContext, { request, caller }) {
    const jobId = new URL(request.url).searchParams.get('jobId')
    const job = await readGenerationJob(deps, caller, jobId)
    return job.ok ? ok(generationJobJson(job.value, deps.clock.now())) : job
  },
})
