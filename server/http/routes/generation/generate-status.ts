// GET /api/generate/status?jobId=: reads a generation job. Not limited; a failed generation is a 200 as well.
import { Elysia } from 'elysia'
import { readGenerationJob } from '../../../domain/generation/read-job.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'
import { jobJson } from './generation-json.ts'

export const generateStatus = ({ deps, authenticate }: HttpContext) =>
  new Elysia().get('/api/generate/status', async ({ request }) => {
    const caller = await authenticate(request, ['session', 'extension_token'])
    if (caller === null) return failureToResponse({ kind: 'session_required' })
    const jobId = new URL(request.url).searchParams.get('jobId')
    const job = await readGenerationJob(deps, caller, jobId)
    return job.ok ? Response.json(jobJson(job.value)) : failureToResponse(job.failure)
  })
