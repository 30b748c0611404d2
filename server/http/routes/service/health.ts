// /healthz: whether the process is alive. /readyz: the state of each dependency by name, so that an operator sees which
// one is missing.
import { ok } from '../../../domain/base/result.ts'
import { done } from '../../contract/schemas.ts'
import { type HealthContext, readinessReport, runChecks } from '../../live-pages/readiness.ts'
import { anyone } from '../../middleware/access.ts'
import { hotJson } from '../../middleware/hot-paths.ts'
import { directRoute, Reply, route } from '../../middleware/route.ts'

const healthzRoute = directRoute({
  method: 'GET',
  path: '/healthz',
  id: 'readHealth',
  tag: 'Service',
  summary: 'Check that the process is alive',
  description: 'Needs no database: it is 200 as long as the process responds.',
  responses: [{ description: 'The process is alive.', schema: done }],
  handler: reportHealth,
})

function reportHealth(): Response {
  return hotJson({ ok: true })
}

const readyzRoute = route({
  method: 'GET',
  path: '/readyz',
  id: 'readReadiness',
  tag: 'Service',
  summary: 'Check everything that the process needs',
  description: 'For load balancers: 503 while something that the service needs has failed.',
  access: anyone,
  response: { description: 'Ready.', schema: readinessReport },
  otherResponses: [
    {
      status: 503,
      description: 'A dependency failed; the body names it.',
      schema: readinessReport,
    },
  ],
  handler: async function reportReadiness({ readiness: { checks, parts } }: HealthContext) {
    const results = await runChecks(checks)
    const ready = results.every(([, state]) => state !== 'failed' && state !== 'stalled')
    const body = { ok: ready, checks: Object.fromEntries(results), parts: await parts() }
    return ok(new Reply(body, { status: ready ? 200 : 503 }))
  },
})

export const healthRoutes = [healthzRoute, readyzRoute]
