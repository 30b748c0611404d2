// Waiting jobs, read from the tables without the product's statements: rows of queued jobs, and which printer could
// print them.
import type pg from 'pg'
import { noColor } from '../../server/domain/catalog/options.ts'
import type { Spool } from '../../server/domain/farm/printers/printer.ts'

export type WaitingJob = {
  readonly id: string
  readonly code: string
  readonly material: string
  readonly color: string
  readonly nozzleMm: number
  readonly priority: number
  readonly dueMs: number
  readonly hours: number
  readonly queuedMs: number
  readonly parts: number
  /** Job that leads its shared plate; null: it leads one, or is alone. */
  readonly leadId: string | null
  /** False while a job on its plate may not be printed, because the jobs of a plate are printed together or not at all. */
  readonly isWhole: boolean
  /** Slices of its parts, or of its plate, by profile: `sliced`, `unfit`, or the progress. */
  readonly slices: Readonly<Record<string, string>>
}

type Ability = {
  readonly nozzleMm: number
  readonly profile: string
  readonly spools: readonly Pick<Spool, 'material' | 'color'>[]
}

/** Returns queued jobs of orders that may be printed. */
export async function readWaiting(pool: pg.Pool): Promise<readonly WaitingJob[]> {
  const { rows } = await pool.query<WaitingJob>(`
    select job.id, orders.code, job.material, job.color, job.nozzle_diameter as "nozzleMm", job.priority, job.parts,
      (extract(epoch from job.due_at) * 1000)::float8 as "dueMs", job.centihours / 100.0::float8 as hours,
      (extract(epoch from job.created_at) * 1000)::float8 as "queuedMs",
      job.lead_id as "leadId", not exists (select from print_jobs rider join orders other on other.id = rider.order_id
        where rider.lead_id = job.id and not (rider.state = 'queued' and other.status in ('ACCEPTED', 'PRINTING') and other.held_at is null))
        as "isWhole",
      coalesce((select jsonb_object_agg(profile, state) from plate_slices
        where job_id = job.id and shared = (job.place is not null)), '{}') as slices
    from print_jobs job join orders on orders.id = job.order_id
    where job.state = 'queued' and orders.status in ('ACCEPTED', 'PRINTING') and orders.held_at is null
    order by job.created_at, orders.code, job.plate`)
  return rows
}

/** Returns whether the printer has a matching spool and the nozzle. */
export const suits = (
  { nozzleMm, spools }: Omit<Ability, 'profile'>,
  job: Pick<WaitingJob, 'material' | 'color' | 'nozzleMm'>,
): boolean => nozzleMm === job.nozzleMm && spools.some((spool) => isPrintedFrom(spool, job))

const isPrintedFrom = (
  spool: Pick<Spool, 'material' | 'color'>,
  job: Pick<WaitingJob, 'material' | 'color'>,
): boolean =>
  spool.material === job.material &&
  (job.color === noColor || job.color.toLowerCase() === spool.color.toLowerCase())

/** Returns the spool for the job; undefined when none is loaded. */
export const spoolFor = <S extends Pick<Spool, 'material' | 'color'>>(
  spools: readonly S[],
  job: Pick<WaitingJob, 'material' | 'color'>,
): S | undefined => spools.find((spool) => isPrintedFrom(spool, job))

/** Returns whether the printer could begin it now, with its plate. */
export const isReadyFor = (ability: Ability, job: WaitingJob): boolean =>
  suits(ability, job) &&
  job.leadId === null &&
  job.isWhole &&
  job.slices[ability.profile] === 'sliced'

/**
 * Returns whether the job waits for such a printer, even if it is not sliced yet. Of a shared plate's jobs, only the
 * lead waits.
 */
export const isWorkFor = (ability: Ability, job: WaitingJob): boolean =>
  suits(ability, job) &&
  job.leadId === null &&
  !['unfit', 'failed'].includes(job.slices[ability.profile] ?? '')

/** Compares by priority, then by the promised date (decisions.md 44). */
export const isMoreUrgent = (
  one: Pick<WaitingJob, 'priority' | 'dueMs'>,
  other: Pick<WaitingJob, 'priority' | 'dueMs'>,
): boolean =>
  one.priority > other.priority || (one.priority === other.priority && one.dueMs < other.dueMs)
