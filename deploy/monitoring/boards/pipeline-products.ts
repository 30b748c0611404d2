// What the pipeline produces: quotes and generations.
import * as units from '@grafana/grafana-foundation-sdk/units'
import type { BoardRow } from './board.ts'
import { series, stat } from './panels.ts'

export const quotesRow: BoardRow = {
  title: 'Are quotes real slices?',
  panels: [
    stat({
      span: 12,
      title: 'How many quotes are estimates?',
      description:
        'Share of the quotes of meshes within 30 minutes that were estimated because the slicer was busy, failed or was missing.',
      unit: units.PercentUnit,
      page: '/operator/system',
      decimals: 1,
      bounds: { warning: 0.05, critical: 0.1 },
      noValue: 'no quotes',
      queries: [{ expr: 'quotes:quotes_geometry:ratio30m', legend: 'estimates' }],
    }),
    stat({
      span: 12,
      title: 'How much do we store?',
      description: 'Bytes of models stored within a day.',
      unit: units.BytesIEC,
      page: '/operator/throughput',
      queries: [{ expr: 'sum(increase(stored_bytes_total[1d]))', legend: 'bytes' }],
    }),
    series({
      title: 'What are quotes measured with?',
      description: 'Quotes an hour by what they were measured with.',
      unit: units.Short,
      page: '/operator/throughput',
      stacked: true,
      queries: [{ expr: 'sum by (source) (increase(quotes_total[1h]))', legend: '{{source}}' }],
    }),
    series({
      title: 'Do the caches help?',
      description: 'Share of look-ups that found a stored result.',
      unit: units.PercentUnit,
      page: '/operator/throughput',
      queries: [
        {
          expr: 'sum by (cache) (rate(cache_requests_total{outcome="hit"}[$__rate_interval])) / (sum by (cache) (rate(cache_requests_total[$__rate_interval])) > 0)',
          legend: '{{cache}}',
        },
      ],
    }),
    series({
      title: 'Why are slices refused?',
      description: 'Slices refused in an hour, because their predicted wait or end was too late.',
      unit: units.Short,
      page: '/operator/system',
      stacked: true,
      queries: [
        {
          expr: 'sum by (reason) (increase(slice_refusals_total[1h]))',
          legend: '{{reason}}',
        },
      ],
    }),
    series({
      title: 'How well is the slicer predicted?',
      description:
        'Slices an hour that took about as long as predicted (within half and twice), longer or shorter.',
      unit: units.Short,
      page: '/operator/system',
      stacked: true,
      queries: [
        { expr: 'sum by (run) (increase(slice_predictions_total[1h]))', legend: '{{run}}' },
      ],
    }),
  ],
}

export const generationsRow: BoardRow = {
  title: 'Do generations succeed?',
  panels: [
    series({
      title: 'How do generations end?',
      description: 'Generations an hour by outcome.',
      unit: units.Short,
      page: '/operator/failed',
      stacked: true,
      queries: [
        {
          expr: 'sum by (outcome) (increase(generation_jobs_total[1h]))',
          legend: '{{outcome}}',
        },
      ],
    }),
    series({
      title: 'Why do generations fail?',
      description:
        'Errors within 15 minutes by reason. engine_failed, generation_interrupted, moderation_unavailable and result_not_checked are ours.',
      unit: units.Short,
      page: '/operator/failed',
      queries: [{ expr: 'reason:generation_errors:new15m > 0', legend: '{{reason}}' }],
    }),
    series({
      title: 'Do the engines work?',
      description: 'Calls an hour that did not succeed, by engine, call and outcome.',
      unit: units.Short,
      page: '/operator/system',
      queries: [
        {
          expr: 'sum by (engine, call, outcome) (increase(engine_calls_total{outcome!="ok"}[1h])) > 0',
          legend: '{{engine}} {{call}}: {{outcome}}',
        },
      ],
    }),
    series({
      title: 'Are the engines slow?',
      description: 'The 95th percentile of calls by engine.',
      unit: units.Seconds,
      page: '/operator/system',
      queries: [
        {
          expr: 'histogram_quantile(0.95, sum by (engine, le) (rate(engine_call_duration_seconds_bucket[$__rate_interval])))',
          legend: '{{engine}}',
        },
      ],
    }),
  ],
}
