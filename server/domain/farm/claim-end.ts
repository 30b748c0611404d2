// How a claim ends without parts: what becomes of its jobs, and what is said to reports that come after its end.
import type { Order } from '../orders/order.ts'
import type { FarmFailure } from './failure.ts'
import { type JobState, maxAttempts, maxFaults } from './jobs/job.ts'
import { cancelledByOperator } from './withdrawal.ts'

/** What a job is when its claim has failed. `attempts`: that claim included. */
export const stateAfterAttempt = (attempts: number): 'queued' | 'failed' =>
  attempts >= maxAttempts ? 'failed' : 'queued'

/** A claim that was taken back is no attempt. */
export const attemptsAfterRelease = (attempts: number): number => Math.max(0, attempts - 1)

/** Whether the end of a claim counts as a fault of the connection, and not as an attempt. `faults`: those before. */
export const isFault = (
  { isAttempt }: { readonly isAttempt: boolean },
  { faults }: { readonly faults: number },
): boolean => !isAttempt && faults < maxFaults

/** For the history. */
export const noHeartbeatFrom = (printer: string): string =>
  `The printer ${printer} sent no heartbeat.`

/** The event that ended a claim; `detail` is its reason. */
export type ClaimEnd = { readonly kind: string; readonly detail: string | null }

/** Whether a report of a failure repeats the one that ended the claim. A fault too many was an attempt. */
export const isSameFailure = (
  ended: ClaimEnd | null,
  { isAttempt }: { readonly isAttempt: boolean },
): boolean => ended?.kind === 'failed' || (!isAttempt && ended?.kind === 'released')

/** Why the claim's report is refused. `ended`: null when there was no such claim, or its lease has only run out. */
export const refusalAfter = (ended: ClaimEnd | null): FarmFailure =>
  ended?.kind === 'cancelled'
    ? { kind: 'job_withdrawn', reason: ended.detail ?? cancelledByOperator }
    : { kind: 'job_lease_lost' }

/** What a heartbeat after the end of its claim tells the printer: why it must stop. Null = the heartbeat is refused. */
export const stopAfter = (ended: ClaimEnd | null): string | null =>
  ended?.kind === 'cancelled' || ended?.kind === 'released'
    ? (ended.detail ?? cancelledByOperator)
    : null

/** Why a plate stops: every order on it is on hold. Null while one of them is printed. `holds`: one for each job of the plate. */
export function stopOfHolds(holds: readonly Order['hold'][]): string | null {
  const [first] = holds
  if (first === undefined || first === null || holds.includes(null)) return null
  return `The order is on hold: ${first.reason}`
}

type RiderEnd = {
  readonly state: 'queued' | 'failed'
  readonly event: 'failed' | 'expired'
  readonly reason: string | null
}

/**
 * What becomes of a job that its printer still has while the job that leads its plate has ended. What was printed is not printed again
 * unasked.
 */
export function endOfRider(lead: {
  readonly state: JobState
  readonly reason: string | null
}): RiderEnd {
  if (lead.state === 'done') return { state: 'failed', event: 'failed', reason: countedWithout }
  const state = lead.state === 'failed' ? 'failed' : 'queued'
  return { state, event: 'expired', reason: lead.reason }
}

const countedWithout =
  'Its plate was reported without it. Count its parts by hand, or queue it again.'
