// GET /metrics for Prometheus, with the internal key: the numbers tell what the farm earns.
import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { internal } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { route } from '../../middleware/route.ts'

const format = 'text/plain; version=0.0.4; charset=utf-8'
const headers = { 'content-type': format }
const metrics = v.string()

const unreadable = () =>
  new Response('The metrics cannot be read: the database does not respond. Try again shortly.\n', {
    status: 503,
    headers,
  })

export type MetricsContext = HttpContext & {
  /** In the Prometheus text format; null when the database cannot be read. */
  readonly readMetrics: () => Promise<string | null>
}

export const metricsRoute = route({
  method: 'GET',
  path: '/metrics',
  id: 'readMetrics',
  tag: 'Service',
  summary: 'Read the metrics',
  description:
    'Requests, agent tools, pools, queues, orders and money. The numbers are those of all processes and hosts, whichever of them responds.',
  access: internal,
  response: {
    type: 'text/plain',
    description: 'Numbers in the Prometheus text format.',
    schema: metrics,
  },
  otherResponses: [
    {
      status: 503,
      type: 'text/plain',
      description: 'The database does not respond.',
      schema: metrics,
    },
  ],
  handler: async function exportMetrics({ readMetrics }: MetricsContext) {
    const text = await readMetrics()
    return ok(text === null ? unreadable() : new Response(text, { headers }))
  },
})
