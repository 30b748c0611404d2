// The farm's programs and its operator, for tests of print jobs: requests with the internal key or the operator's
// session.

import { sql } from 'kysely'
import type { PrintJobId } from '../../server/domain/base/ids/print-job-id.ts'
import type { PrintLease } from '../../server/domain/base/ids/print-lease.ts'
import { gcode } from '../models/gcode.ts'
import { resetRateLimits } from '../service/reset-rate-limits.ts'
import { OPERATOR_EMAIL, type TestAccount, type TestService } from '../service/service.ts'
import { type FilePart, type FormChanges, placed, submit } from './submit.ts'

/** A sliced file of 3.7418 m of filament, which is one part. */
export const SLICED: FilePart = {
  name: 'part.gcode',
  bytes: gcode({ lengthMm: 1000, grams: 3, time: '1h 0m 0s' }),
}

export type Job = Readonly<Record<string, unknown>> & {
  readonly id: PrintJobId
  readonly orderCode: string
  readonly plate: number
  readonly parts: number
  readonly state: string
  readonly version: number
}
export type Claim = Job & {
  readonly lease: PrintLease
  readonly file: { readonly url: string; readonly sha256: string; readonly name: string }
}

export type Farm = {
  /** The operator's session. */
  readonly cookie: string
  readonly account: TestAccount
  /** Places a paid order of a sliced file, or of `file`. Returns its code. */
  readonly order: (fields?: FormChanges, file?: FilePart) => Promise<string>
  readonly asOperator: (path: string, body?: unknown) => Promise<Response>
  readonly asFarm: (path: string, body?: unknown) => Promise<Response>
  /** Sends a report of a printer's program. */
  readonly report: (printer: string, body: unknown) => Promise<Response>
  /** Accepts the order, queues it, and returns its jobs. */
  readonly queue: (code: string, body?: unknown) => Promise<readonly Job[]>
  /** Claims a job; accepts any kind of file unless the ability says otherwise. */
  readonly claim: (ability?: Readonly<Record<string, unknown>>) => Promise<Claim | null>
  readonly jobs: (code: string) => Promise<readonly Job[]>
  readonly status: (code: string) => Promise<string>
  /** Lets every claim in the database expire. */
  readonly expire: () => Promise<void>
}

export async function openFarm(service: TestService): Promise<Farm> {
  const cookie = await service.signIn(OPERATOR_EMAIL)
  const account = await service.account()
  const send = (path: string, headers: Record<string, string>, body: unknown) => {
    if (body instanceof FormData) return service.fetch(path, { method: 'POST', headers, body })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const json = { ...headers, 'content-type': 'application/json' }
    return service.fetch(path, { method: 'POST', headers: json, body: text })
  }
  const asOperator: Farm['asOperator'] = (path, body = {}) => send(path, { cookie }, body)
  const asFarm: Farm['asFarm'] = (path, body = {}) =>
    send(path, { 'x-internal-key': service.internalKey }, body)
  return {
    cookie,
    account,
    order: async (fields = {}, file = SLICED) =>
      (await placed(submit(service, account, { fields, file }))).code,
    asOperator,
    asFarm,
    report: (printer, body) =>
      service.fetch(`/api/farm/printers/${encodeURIComponent(printer)}`, {
        method: 'PUT',
        headers: { 'x-internal-key': service.internalKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    queue: async (code, body = {}) => {
      const queued = await good(asOperator(`/api/farm/orders/${code}/queue`, body))
      return (queued as { jobs: Job[] }).jobs
    },
    claim: async (ability = {}) => {
      const files = ['gcode', 'plates', 'model']
      const request = { printer: 'p1', files, sharedPlates: true, ...ability }
      const claimed = await good(asFarm('/api/farm/jobs/claim', request))
      return (claimed as { job: Claim | null }).job
    },
    jobs: async (code) => {
      const listed = await good(
        service.fetch(`/api/farm/jobs?code=${code}`, { headers: { cookie } }),
      )
      return (listed as { jobs: Job[] }).jobs
    },
    status: async (code) => (await service.deps.orders.readByCode(code))?.status ?? 'none',
    expire: async () => {
      await service.db
        .updateTable('print_jobs')
        .set({ leased_until: sql`now() - interval '1 second'` })
        .where('leased_until', 'is not', null)
        .execute()
    },
  }
}

/** Deletes all jobs, printers, spools and counters of rate limits; orders stay. */
export async function clearFarm({ db }: Pick<TestService, 'db'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The service may still carry out the last report of a client that has ended, which would add
    // an event to a job whose events are deleted. Such reports lock their job first.
    await sql`lock table print_jobs in exclusive mode`.execute(tx)
    await tx.deleteFrom('plate_filament').execute()
    await tx.deleteFrom('spool_movements').execute()
    await tx.deleteFrom('spools').execute()
    await tx.deleteFrom('print_job_events').execute()
    await tx.deleteFrom('print_jobs').execute()
    await tx.deleteFrom('printers').execute()
  })
  await resetRateLimits(db)
}

/** Returns the body of a 200; throws on anything else. */
export async function good(sending: Promise<Response> | Response): Promise<unknown> {
  const response = await sending
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return await response.json()
}

/** Claims a job, and throws without one. */
export async function mustClaim(
  farm: Pick<Farm, 'claim'>,
  ability?: Readonly<Record<string, unknown>>,
): Promise<Claim> {
  const job = await farm.claim(ability)
  if (job === null) throw new Error('no job was claimed')
  return job
}
