// Requests and tool calls: rate, errors, duration (RED), by route and by tool.
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'
import * as units from '@grafana/grafana-foundation-sdk/units'
import { board } from './board.ts'
import { routesRow } from './front-door-routes.ts'
import { toolsRow } from './front-door-tools.ts'
import { errorBounds, series, stat } from './panels.ts'

const quantile = (q: number, metric: string, by: string) =>
  `histogram_quantile(${q}, sum by (${by}) (rate(${metric}_bucket[$__rate_interval])))`

const requests = 'http_request_duration_seconds'
const errorShare =
  '(sum(rate(http_requests_total{status_class="5xx"}[$__rate_interval])) or vector(0)) / sum(rate(http_requests_total[$__rate_interval]))'
export const frontDoor: Dashboard = board({
  uid: 'front-door',
  title: 'Front door',
  description: 'What callers get: requests by route, and calls of agent tools.',
  from: 'now-6h',
  rows: [
    {
      title: 'Do callers get what they ask for?',
      panels: [
        stat({
          title: 'How much is asked of us?',
          description: 'Requests a second, of all processes.',
          unit: units.RequestsPerSecond,
          page: '/operator/throughput',
          queries: [
            { expr: 'sum(rate(http_requests_total[$__rate_interval]))', legend: 'requests' },
          ],
        }),
        stat({
          title: 'How much of it fails?',
          description: 'Share of responses with a status from 500 on. Look below for the routes.',
          unit: units.PercentUnit,
          page: '/operator/throughput',
          decimals: 2,
          bounds: errorBounds,
          queries: [{ expr: errorShare, legend: 'errors' }],
        }),
        stat({
          title: 'How long does a price take?',
          description: 'The 95th percentile of POST /api/price.',
          unit: units.Seconds,
          page: '/operator/throughput',
          bounds: { warning: 0.02, critical: 0.1 },
          noValue: 'no requests',
          queries: [
            {
              expr: 'route:http_request_duration_seconds:p95_5m{method="POST", route="/api/price"}',
              legend: 'p95',
            },
          ],
        }),
        stat({
          title: 'How long does a quote take?',
          description: 'The 95th percentile of the tool quote_print.',
          unit: units.Seconds,
          page: '/operator/throughput',
          bounds: { warning: 15, critical: 30 },
          noValue: 'no calls',
          queries: [
            { expr: 'tool:mcp_tool_duration_seconds:p95_5m{tool="quote_print"}', legend: 'p95' },
          ],
        }),
        stat({
          title: 'Is every role alive?',
          description:
            'Seconds since the last sign of life of the role that has been silent longest.',
          unit: units.Seconds,
          page: '/operator/system',
          bounds: { warning: 15, critical: 60 },
          queries: [{ expr: 'max(process_heartbeat_seconds)', legend: 'silent for' }],
        }),
        stat({
          title: 'Are alerts firing?',
          description: 'Alerts that fire now. Each names what to do.',
          unit: units.Short,
          page: '/operator',
          bounds: { critical: 1 },
          queries: [{ expr: 'count(ALERTS{alertstate="firing"}) or vector(0)', legend: 'alerts' }],
        }),
        series({
          title: 'Are we getting slower?',
          description: 'Response times of all routes, and the 95th percentile of a week ago.',
          unit: units.Seconds,
          page: '/operator/throughput',
          queries: [
            { expr: quantile(0.5, requests, 'le'), legend: 'p50' },
            { expr: quantile(0.95, requests, 'le'), legend: 'p95' },
            { expr: quantile(0.99, requests, 'le'), legend: 'p99' },
            {
              expr: `histogram_quantile(0.95, sum by (le) (rate(${requests}_bucket[$__rate_interval] offset 1w)))`,
              legend: 'p95 a week ago',
            },
          ],
        }),
        series({
          title: 'What do callers get?',
          description:
            'Responses a second by class of status. 4xx are refusals of what callers sent.',
          unit: units.RequestsPerSecond,
          page: '/operator/throughput',
          stacked: true,
          queries: [
            {
              expr: 'sum by (status_class) (rate(http_requests_total[$__rate_interval]))',
              legend: '{{status_class}}',
            },
          ],
        }),
      ],
    },
    routesRow,
    toolsRow,
  ],
})
