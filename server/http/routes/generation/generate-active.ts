// GET /api/generate/active: the job that a signed-in user is waiting for (contract.md 4.10). Never returns 401.

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { readActiveJob } from '../../../domain/generation/read-job.ts'
import { liveStatuses } from '../../../domain/generation/run/job-status.ts'
import { named, text } from '../../contract/schemas.ts'
import { optionalSession } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import type { GenerationContext } from './generation-context.ts'
import { queuedAt } from './generation-json.ts'

const activeJob = named(
  'ActiveGeneration',
  v.union([
    named(
      'NoActiveGeneration',
      v.object({ active: v.literal(false) }),
      'No generation is running.',
    ),
    named(
      'RunningGeneration',
      v.object({
        active: v.literal(true),
        jobId: text('The id of the job, for its status.'),
        status: v.picklist(liveStatuses),
        createdAt: queuedAt,
      }),
      'The newest generation that has not ended.',
    ),
  ]),
  'Whether a generation is running, and which.',
)

export const generateActiveRoute = route({
  method: 'GET',
  path: '/api/generate/active',
  id: 'readActiveGeneration',
  tag: 'Generation',
  summary: 'Find the job that is running',
  description:
    'Returns the newest generation that is queued or running. Without a session, the response is `{active:false}`, never a 401.',
  access: optionalSession,
  response: {
    description: 'Whether a generation is running.',
    schema: activeJob,
    example: { active: false },
  },
  handler: async function findActiveJob({ deps }: GenerationContext, { caller }) {
    const job = caller === null ? null : await readActiveJob(deps, caller)
    if (job === null) return ok({ active: false })
    const { id: jobId, status, createdAt } = job
    return ok({ active: true, jobId, status, createdAt: createdAt.getTime() })
  },
})
