// Requests by route.
import * as units from '@grafana/grafana-foundation-sdk/units'
import type { BoardRow } from './board.ts'
import { errorBounds, series, table } from './panels.ts'

export const routesRow: BoardRow = {
  title: 'Which route is it?',
  panels: [
    table({
      title: 'How does each route do?',
      description: 'Over the range of the board. The routes that fail most stand first.',
      unit: units.Short,
      page: '/operator/throughput',
      labels: ['method', 'route'],
      columns: [
        {
          legend: 'Requests',
          expr: 'sum by (method, route) (increase(http_requests_total[$__range]))',
          unit: units.Short,
        },
        {
          legend: 'Errors',
          expr: '(sum by (method, route) (rate(http_requests_total{status_class="5xx"}[$__range])) or 0 * sum by (method, route) (rate(http_requests_total[$__range]))) / (sum by (method, route) (rate(http_requests_total[$__range])) > 0)',
          unit: units.PercentUnit,
          bounds: errorBounds,
        },
        ...[0.5, 0.95, 0.99].map((q) => ({
          legend: `p${q * 100}`,
          expr: `histogram_quantile(${q}, sum by (method, route, le) (rate(http_request_duration_seconds_bucket[$__range])))`,
          unit: units.Seconds,
        })),
      ],
    }),
    series({
      title: 'Which routes fail?',
      description: 'Share of responses with a status from 500 on. The alert fires at the red line.',
      unit: units.PercentUnit,
      page: '/operator/throughput',
      bounds: errorBounds,
      queries: [
        {
          expr: 'topk(10, route:http_requests_5xx:ratio5m > 0)',
          legend: '{{method}} {{route}}',
        },
      ],
    }),
    series({
      title: 'Which routes are slow?',
      description: 'The ten routes with the highest 95th percentile.',
      unit: units.Seconds,
      page: '/operator/throughput',
      queries: [
        {
          expr: 'topk(10, route:http_request_duration_seconds:p95_5m)',
          legend: '{{method}} {{route}}',
        },
      ],
    }),
    series({
      title: 'Which routes are busy?',
      description: 'The ten routes with the most requests a second.',
      unit: units.RequestsPerSecond,
      page: '/operator/throughput',
      stacked: true,
      queries: [{ expr: 'topk(10, route:http_requests:rate5m)', legend: '{{method}} {{route}}' }],
    }),
    series({
      title: 'Whom do limits turn away?',
      description: 'Requests an hour that a rate limit refused, by limit.',
      unit: units.Short,
      page: '/operator/system',
      queries: [
        {
          expr: 'sum by (scope) (increase(rate_limit_refusals_total[1h])) > 0',
          legend: '{{scope}}',
        },
      ],
    }),
  ],
}
