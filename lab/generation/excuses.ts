// Reasons for which a job may end in error. Other events (pages instead of responses, full queues, lost connections,
// dead processes) may delay the job, but must not end it.
import type { VendorName } from '../../server/adapters/engines/engine-table.ts'
import type { Evidence } from './evidence.ts'
import { isRefused, type JobFacts } from './facts.ts'
import type { JobRow } from './rows.ts'

const minute = 60_000
/** contract.md 3.2: an engine has 15 minutes, and a job 30, in the last of which it is ended. */
const engineMinutes = 15
const jobMinutes = 29
/** Number of attempts of a run that ends in an exception. */
const tries = 3

/** Null: nothing that has happened to the job may end it. */
export function excuseFor(evidence: Evidence, job: JobFacts, row: JobRow): string | null {
  const { vendors, plan } = evidence
  const calls = vendors.calls.filter((call) => call.job === job)
  const kind = row.failure?.kind ?? ''
  const lived = row.completedAtMs - row.createdAtMs
  if (kind === 'no_credits') return 'missing credits'
  if (endedByLook(kind, job)) return excuseOfLook(kind, job, row)
  if (calls.some((call) => call.outcome === 'unknown' && !isRefinement(call))) {
    return 'a creation of unknown outcome'
  }
  if (job.diedCreating) return 'a death during a creation'
  if (job.lostCalls >= tries) return 'lost connections'
  if (lived >= jobMinutes * minute) return 'its age'
  const startedAtMs = row.engineStartedAtMs
  if (startedAtMs !== null && row.completedAtMs - startedAtMs >= engineMinutes * minute) {
    return 'its deadline'
  }
  if (hasFailedForGood(evidence, job)) return 'the vendor'
  if (kind === 'generation_budget_used_up') return isTight(evidence) ? 'the budget' : null
  if (
    job.plan.entryPoint === 'retexture' &&
    (job.storeFailedAtMs !== null || plan.storage.length > 0)
  ) {
    return 'storage'
  }
  return wasRefusedEverywhere(evidence, job, lived) ? 'refusals' : null
}

const endedByLook = (kind: string, { looks }: JobFacts): boolean =>
  kind === 'result_not_checked' || (kind === 'nsfw' && looks.refused > 0)

function excuseOfLook(kind: string, job: JobFacts, row: JobRow): string | null {
  if (kind === 'nsfw') return isRefused(job) ? 'moderation' : null
  return hasWaitedForLook(job, row) ? 'silence of moderation' : null
}

/** The same time as for a store. */
const hasWaitedForLook = ({ lookFailedAtMs }: JobFacts, row: JobRow): boolean =>
  lookFailedAtMs !== null &&
  (row.completedAtMs - lookFailedAtMs >= 2 * minute ||
    row.completedAtMs - row.createdAtMs >= jobMinutes * minute)

/** decisions.md 68: a refinement that fails leaves the earlier model. */
const isRefinement = ({ call }: { readonly call: string }): boolean => call.includes('ultrashape')

/** Returns whether its last task failed, was banned, has no model, or has a model that cannot be downloaded. */
function hasFailedForGood({ standIns, vendors }: Evidence, job: JobFacts): boolean {
  const own = vendors.calls.flatMap((call) =>
    call.job === job && call.taskId !== null ? [call.taskId] : [],
  )
  const final = ['failed', 'banned', 'banned-late', 'no-model', 'dead-link'] as const
  const isFinal = standIns.made.some(
    ({ id, script, step, call }) =>
      own.includes(id) && !isRefinement({ call }) && final.some((word) => script.has(word, step)),
  )
  // Tripo bans at creation.
  const isBanned = vendors.calls.some(
    (call) =>
      call.job === job && call.outcome === 'refused' && /\[banned(?:@\d)?\]/.test(job.plan.prompt),
  )
  return isFinal || isBanned
}

const isTight = ({ plan }: Evidence): boolean => plan.ceiling.calls < 500

/**
 * Returns whether every possible vendor has refused the job, or has recently refused others; for the first 10 minutes
 * a full queue is not a refusal.
 */
function wasRefusedEverywhere({ vendors, plan }: Evidence, job: JobFacts, lived: number): boolean {
  const refusals = vendors.calls.filter((call) => call.job === job && call.outcome === 'refused')
  const last = refusals.at(-1)
  if (last === undefined || isRefinement(last)) return false
  if (last.refusedAs === 'too many requests') return lived >= 10 * minute
  const { engine } = job.plan.advanced
  // A later step has to run at the vendor of the first.
  if (engine !== 'auto' || job.tasks > 0 || job.plan.entryPoint === 'retexture') return true
  const isOut = (vendor: VendorName) =>
    refusals.some((call) => call.vendor === vendor) ||
    vendors.calls.some(
      ({ vendor: name, refusedAs, atMs }) =>
        name === vendor &&
        (refusedAs === 'out of credit' || refusedAs === 'locked out') &&
        atMs >= job.createdAtMs - 15 * minute,
    ) ||
    plan.ceiling.calls < 500
  return isOut('fal') && isOut('tripo')
}
