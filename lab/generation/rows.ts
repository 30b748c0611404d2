// The rows at the end of a history, read with separate statements of the simulation.
import type { Evidence } from './evidence.ts'

/** contract.md 4.7. */
export const creditsOfRefinement = 2

export type JobRow = {
  readonly id: string
  readonly account: string
  readonly status: string
  readonly failure: { readonly kind: string; readonly message?: string } | null
  readonly result: {
    readonly persisted: boolean
    readonly modelUrl: string
    readonly creditsCharged: number
  } | null
  readonly charged: number
  readonly taskId: string | null
  readonly engineStartedAtMs: number | null
  readonly createdAtMs: number
  readonly completedAtMs: number
  /** Whether its caller waited for it, and got its failure as a refusal. */
  readonly hasWaited: boolean
  readonly isListed: boolean
  readonly draftSet: string | null
  readonly draftPlace: number | null
  readonly refineOf: string | null
}

export type EntryRow = {
  readonly account: string
  readonly job: string | null
  readonly kind: string
  readonly credits: number
}

export type SpendRow = {
  readonly day: string
  readonly engine: string
  readonly calls: number
  readonly cents: number
}

export type Rows = {
  readonly jobs: readonly JobRow[]
  readonly balances: ReadonlyMap<string, number>
  readonly entries: readonly EntryRow[]
  readonly spend: readonly SpendRow[]
  /** Jobs whose tasks are listed as possibly belonging to no job. */
  readonly listedTasks: ReadonlySet<string>
  /** Jobs whose models are withheld from their accounts. */
  readonly withheld: ReadonlySet<string>
}

export async function readRows({ stage, accounts, beginsAtMs, endsAtMs }: Evidence): Promise<Rows> {
  const { pool } = stage
  const query = async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await pool.query<Row>(text, [...values])).rows
  const jobs = await query<JobRow>(
    `select j.id, j.account_id as account, j.status, j.failure, j.result, coalesce(j.credits_charged, 0) as charged,
      j.task->>'taskId' as "taskId", (extract(epoch from j.engine_started_at) * 1000)::float8 as "engineStartedAtMs",
      (extract(epoch from j.created_at) * 1000)::float8 as "createdAtMs",
      (extract(epoch from j.completed_at) * 1000)::float8 as "completedAtMs",
      j.content_type is null as "hasWaited", exists (select from generations g where g.id::text = j.id::text) as "isListed",
      j.draft_set as "draftSet", j.draft_place as "draftPlace", j.request->>'refineOf' as "refineOf"
    from generation_jobs j where j.account_id = any($1)`,
    [accounts],
  )
  const entries = await query<EntryRow>(
    'select account_id as account, job_id as job, kind, credits from credit_entries where account_id = any($1)',
    [accounts],
  )
  const balances = await query<{ id: string; credits: number }>(
    'select id, credits from accounts where id = any($1)',
    [accounts],
  )
  const spend = await query<SpendRow>(
    'select day::text as day, engine, calls, cents from engine_spend where day between $1::date and $2::date',
    [
      new Date(beginsAtMs).toISOString().slice(0, 10),
      new Date(endsAtMs).toISOString().slice(0, 10),
    ],
  )
  const left = await query<{ id: string }>(
    'select job_id as id from vendor_leftovers where job_id = any($1::uuid[])',
    [jobs.map(({ id }) => id)],
  )
  const withheld = await query<{ id: string }>(
    'select job_id as id from withheld_results where account_id = any($1)',
    [accounts],
  )
  return {
    withheld: new Set(withheld.map(({ id }) => id)),
    jobs,
    entries,
    spend,
    balances: new Map(balances.map(({ id, credits }) => [id, credits])),
    listedTasks: new Set(left.map(({ id }) => id)),
  }
}
