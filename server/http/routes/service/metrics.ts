// GET /metrics for Prometheus, with the internal key: the figures reveal the farm's revenue.
import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { scraper } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { route } from '../../middleware/route.ts'

const format = 'text/plain; version=0.0.4; charset=utf-8'
const headers = { 'content-type': format }
const metrics = v.string()

export type MetricsContext = HttpContext & {
  /** Reads the metrics in the Prometheus text format. Rejects if the database cannot be read. */
  readonly readMetrics: () => Promise<string>
}

export const metricsRoute = route({
  method: 'GET',
  path: '/metrics',
  id: 'readMetrics',
  tag: 'Service',
  summary: 'Read the metrics',
  description:
    'Requests, agent tools, pools, queues, orders and money. The numbers cover all processes and hosts, whichever of them responds.',
  access: scraper,
  response: {
    type: 'text/plain',
    description: 'Numbers in the Prometheus text format.',
    schema: metrics,
  },
  handler: async function exportMetrics({ readMetrics }: MetricsContext) {
    return ok(new Response(await readMetrics(), { headers }))
  },
})
