// GET /api/generate/active: the job that a signed-in person is waiting for. Never 401.
import { Elysia } from 'elysia'
import { readActiveJob } from '../../../domain/generation/read-job.ts'
import type { HttpContext } from '../../middleware/context.ts'

export const generateActive = ({ deps, authenticate }: HttpContext) =>
  new Elysia().get('/api/generate/active', async ({ request }) => {
    const caller = await authenticate(request, ['session'])
    const job = caller === null ? null : await readActiveJob(deps, caller)
    if (job === null) return Response.json({ active: false })
    const { id: jobId, status, createdAt } = job
    return Response.json({ active: true, jobId, status, createdAt: createdAt.getTime() })
  })
