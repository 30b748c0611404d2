// Where work is processed and where it waits: utilization, saturation, errors (USE) of pools, queues and engines.
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'
import * as units from '@grafana/grafana-foundation-sdk/units'
import { board } from './board.ts'
import { series, stat, table } from './panels.ts'
import { generationsRow, quotesRow } from './pipeline-products.ts'

const pools = [
  ['slicer', 'How busy is the slicer?', 'Slicer processes that run, of SLICER_CONCURRENCY.'],
  ['geometry', 'How busy is the geometry core?', 'Threads that measure, of GEOMETRY_WORKERS.'],
  ['download', 'How busy are downloads?', 'Downloads of links that run, of the bound.'],
  ['password', 'How busy is password hashing?', 'Hashes that are computed, of the bound.'],
  [
    'postgres',
    'How busy is Postgres?',
    'Connections in use, of those that the processes may open.',
  ],
  ['generation', 'How busy are generations?', 'Generations that run, of four for each worker.'],
] as const

export const pipeline: Dashboard = board({
  uid: 'pipeline',
  title: 'Pipeline',
  description: 'Pools, queues, engines and caches: what is saturated, and what waits too long.',
  from: 'now-6h',
  rows: [
    {
      title: 'What is saturated?',
      panels: [
        ...pools.map(([pool, title, description]) =>
          stat({
            title,
            description: `${description} At 100 % further work waits.`,
            unit: units.PercentUnit,
            page: '/operator/system',
            decimals: 0,
            bounds: { warning: 0.8, critical: 1 },
            noValue: 'no pool',
            queries: [{ expr: `pool:pool_busy:ratio{pool="${pool}"}`, legend: pool }],
          }),
        ),
        series({
          title: 'How busy are the pools?',
          description: 'Share of the workers of each pool that work.',
          unit: units.PercentUnit,
          page: '/operator/system',
          bounds: { critical: 1 },
          queries: [{ expr: 'pool:pool_busy:ratio', legend: '{{pool}}' }],
        }),
        series({
          title: 'What waits for a worker?',
          description: 'Pieces of work that wait because all workers of their pool are busy.',
          unit: units.Short,
          page: '/operator/system',
          queries: [{ expr: 'sum by (pool) (pool_waiting)', legend: '{{pool}}' }],
        }),
        series({
          title: 'How long does work wait?',
          description: 'The 95th percentile of the wait for a worker. Slices wait 45 s at most.',
          unit: units.Seconds,
          page: '/operator/system',
          queries: [{ expr: 'pool:pool_wait_seconds:p95_5m', legend: '{{pool}}' }],
        }),
        series({
          title: 'How long does work take?',
          description: 'The 95th percentile of the run time, without the wait.',
          unit: units.Seconds,
          page: '/operator/system',
          queries: [{ expr: 'pool:pool_run_seconds:p95_5m', legend: '{{pool}}' }],
        }),
        series({
          title: 'What is refused for want of a worker?',
          description:
            'Pieces of work refused within five minutes. Their callers got 503 or an estimate.',
          unit: units.Short,
          page: '/operator/system',
          bounds: { critical: 1 },
          queries: [{ expr: 'pool:pool_refused:new5m > 0', legend: '{{pool}}' }],
        }),
        series({
          title: 'How many workers are there?',
          description:
            'Workers of all living processes together. A drop means that a process ended.',
          unit: units.Short,
          page: '/operator/system',
          queries: [{ expr: 'sum by (pool) (pool_workers)', legend: '{{pool}}' }],
        }),
      ],
    },
    {
      title: 'What has waited too long?',
      panels: [
        table({
          title: 'What waits where?',
          description: 'Every queue now. The one with the oldest thing stands first.',
          unit: units.Short,
          page: '/operator',
          labels: ['queue'],
          columns: [
            {
              legend: 'Oldest',
              expr: 'max by (queue) (queue_oldest_seconds)',
              unit: units.DurationSeconds,
              bounds: { warning: 86400, critical: 259200 },
            },
            { legend: 'Waiting', expr: 'max by (queue) (queue_depth)', unit: units.Short },
          ],
        }),
        series({
          title: 'Do the workers keep up?',
          description:
            'Age of the oldest email, generation, unsettled charge and refund, event of the processor and payment without an order. Emails alert after ten minutes, charges after 15.',
          unit: units.DurationSeconds,
          page: '/operator/system',
          bounds: { warning: 600, critical: 900 },
          queries: [
            {
              expr: 'max by (queue) (queue_oldest_seconds{queue=~"outbox|generation_jobs|unsettled_charges|unsettled_refunds|processor_events|unmatched_payments"})',
              legend: '{{queue}}',
            },
          ],
        }),
        series({
          title: 'How much waits for workers?',
          description:
            'Emails, generations, charges, refunds, events of the processor and payments without an order that wait.',
          unit: units.Short,
          page: '/operator/system',
          queries: [
            {
              expr: 'max by (queue) (queue_depth{queue=~"outbox|generation_jobs|unsettled_charges|unsettled_refunds|processor_events|unmatched_payments"})',
              legend: '{{queue}}',
            },
          ],
        }),
      ],
    },
    quotesRow,
    generationsRow,
    {
      title: 'Do the processes have room?',
      panels: [
        series({
          title: 'How much memory do processes take?',
          description: 'Resident memory by process. Geometry workers may take up to 1 GiB each.',
          unit: units.BytesIEC,
          page: '/operator/system',
          queries: [{ expr: 'process_resident_memory_bytes', legend: '{{process}}' }],
        }),
        series({
          title: 'Is there room on the disks?',
          description:
            'Free space under STATE_DIR and under its uploads folder. Uploads may take half of it; below 2 GB the service begins to refuse them.',
          unit: units.BytesIEC,
          page: '/operator/system',
          queries: [{ expr: 'min by (folder) (disk_free_bytes)', legend: '{{folder}}' }],
        }),
        series({
          title: 'Do event loops keep up?',
          description:
            'The longest delay of each event loop. Above 0.1 s every request of that process waits.',
          unit: units.Seconds,
          page: '/operator/system',
          bounds: { critical: 0.1 },
          queries: [{ expr: 'nodejs_eventloop_lag_seconds', legend: '{{process}}' }],
        }),
      ],
    },
  ],
})
