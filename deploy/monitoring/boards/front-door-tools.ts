// Calls of agent tools by tool.
import * as units from '@grafana/grafana-foundation-sdk/units'
import type { BoardRow } from './board.ts'
import { errorBounds, series, stat } from './panels.ts'

const toolErrorShare =
  '(sum(rate(mcp_tool_calls_total{outcome="error"}[$__rate_interval])) or vector(0)) / (sum(rate(mcp_tool_calls_total[$__rate_interval])) > 0)'

export const toolsRow: BoardRow = {
  title: 'Do agents get what they ask for?',
  panels: [
    stat({
      span: 6,
      title: 'How many tools are called?',
      description: 'Calls a second of all agent tools.',
      unit: units.RequestsPerSecond,
      page: '/operator/throughput',
      queries: [{ expr: 'sum(rate(mcp_tool_calls_total[$__rate_interval]))', legend: 'calls' }],
    }),
    stat({
      span: 6,
      title: 'How many calls fail?',
      description: 'Share of calls that broke on our side. Refusals do not count.',
      unit: units.PercentUnit,
      page: '/operator/throughput',
      decimals: 2,
      bounds: errorBounds,
      noValue: 'no calls',
      queries: [{ expr: toolErrorShare, legend: 'errors' }],
    }),
    stat({
      span: 6,
      title: 'How many watch live pages?',
      description: 'Open connections to live pages of the desk.',
      unit: units.Short,
      page: '/operator',
      queries: [{ expr: 'sum(events_stream_listeners)', legend: 'pages' }],
    }),
    stat({
      span: 6,
      title: 'How many versions run?',
      description: 'More than one for longer than a release takes means that a host was forgotten.',
      unit: units.Short,
      page: '/operator/system',
      bounds: { critical: 2 },
      queries: [{ expr: 'count(build_info)', legend: 'versions' }],
    }),
    series({
      title: 'Which tools are called?',
      description: 'Calls a second by tool.',
      unit: units.RequestsPerSecond,
      page: '/operator/throughput',
      stacked: true,
      queries: [{ expr: 'tool:mcp_tool_calls:rate5m', legend: '{{tool}}' }],
    }),
    series({
      title: 'What becomes of tool calls?',
      description:
        'Calls an hour that were refused with a reason or failed on our side, by tool. Many refusals of one kind mean that its description misleads agents.',
      unit: units.Short,
      page: '/operator/throughput',
      queries: [
        {
          expr: 'sum by (tool, outcome) (increase(mcp_tool_calls_total{outcome!="ok"}[1h])) > 0',
          legend: '{{tool}}: {{outcome}}',
        },
      ],
    }),
    series({
      title: 'Which tools fail?',
      description: 'Share of calls that broke on our side. The alert fires at the red line.',
      unit: units.PercentUnit,
      page: '/operator/throughput',
      bounds: errorBounds,
      queries: [{ expr: 'tool:mcp_tool_calls_error:ratio5m > 0', legend: '{{tool}}' }],
    }),
    series({
      title: 'Which tools are slow?',
      description: 'The 95th percentile by tool. Quotes include the slice.',
      unit: units.Seconds,
      page: '/operator/throughput',
      queries: [{ expr: 'tool:mcp_tool_duration_seconds:p95_5m', legend: '{{tool}}' }],
    }),
  ],
}
