// The gauges that are read at a scrape: the pools of this process, and totals of all processes from the database.
import type { Reading } from './metrics.ts'

type Pool = () => { readonly workers: number; readonly busy: number; readonly queued: number }

export type Sources = {
  readonly geometry: Pool
  readonly slicer: Pool
  readonly totals: () => Promise<{
    readonly orders: Readonly<Record<string, number>>
    readonly cents: Readonly<Record<'paid' | 'unpaid', number>>
    readonly generationJobs: Readonly<Record<string, number>>
    readonly generationErrors: Readonly<Record<string, number>>
    readonly openEvents: Readonly<Record<'count' | 'oldest_age_seconds', number>>
  }>
}

export function serviceReadings({ geometry, slicer, totals }: Sources): readonly Reading[] {
  return [
    pool('geometry_pool', 'Workers and jobs of the geometry core, in this process.', geometry),
    pool('slicer_pool', 'Slicer processes and slices, of this process.', slicer),
    {
      name: 'orders',
      help: 'Orders placed, by their status now.',
      label: 'status',
      read: async () => (await totals()).orders,
    },
    {
      name: 'orders_cents',
      help: 'What all orders cost, in cents, by whether it has been paid.',
      label: 'paid',
      read: async () => {
        const { paid, unpaid } = (await totals()).cents
        return { true: paid, false: unpaid }
      },
    },
    {
      name: 'payments_without_order',
      help: 'Payments announced by the processor whose order is not in the database, and the age of the oldest in seconds.',
      label: 'what',
      read: async () => (await totals()).openEvents,
    },
    {
      name: 'generation_jobs',
      help: 'Generation jobs by their status now.',
      label: 'status',
      read: async () => (await totals()).generationJobs,
    },
    {
      name: 'generation_errors',
      help: "Generation jobs that ended in error, by reason: engine_failed, generation_interrupted and moderation_unavailable are ours, the others the caller's.",
      label: 'reason',
      read: async () => (await totals()).generationErrors,
    },
  ]
}

function pool(name: string, help: string, read: Pool): Reading {
  return {
    name,
    help,
    label: 'what',
    read: () => {
      const { workers, busy, queued } = read()
      return { workers, busy, queued }
    },
  }
}
