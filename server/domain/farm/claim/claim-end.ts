// Claims that end without parts: the next state of their jobs, and the responses to reports that arrive after the end.
import type { Order } from '../../orders/record/order.ts'
import type { FarmFailure } from '../failure.ts'
import { type JobState, maxFaults, maxPrintAttempts } from '../jobs/job.ts'
import { cancelledByOperator } from './withdrawal.ts'

/** Returns the state of a job after a failed claim. `attempts`: number of attempts, including that claim. */
export const stateAfterAttempt = (attempts: number): 'queued' | 'failed' =>
  attempts >= maxPrintAttempts ? 'failed' : 'queued'

/** Returns the attempts after a withdrawn claim, which is not an attempt. */
export const attemptsAfterRelease = (attempts: number): number => Math.max(0, attempts - 1)

/** Whether the end of a claim is a connection fault instead of an attempt. `faults`: number of earlier faults. */
export const isFault = (
  { isAttempt }: { readonly isAttempt: boolean },
  { faults }: { readonly faults: number },
): boolean => !isAttempt && faults < maxFaults

/** Its program claims another job, so it does not know of this one. */
export const claimLost = 'The printer did not receive the claim.'

/** An exception ended the check of its file, which is not the fault of the job. */
export const checkFailed = 'It could not be checked because of an error in the service.'

/** How long a job waits for the next claim after a failed check, so that a fault that lasts uses up its claims slowly. */
export const checkPauseSeconds = 600

/** Returns a line for the job's history. */
export const noHeartbeatFrom = (printer: string): string =>
  `The printer ${printer} sent no heartbeat.`

/** The event that ended a claim; `detail` is its reason. */
export type ClaimEnd = { readonly kind: string; readonly detail: string | null }

/** Whether a failure report repeats the one that ended the claim. A fault beyond the limit was recorded as an attempt. */
export const isSameFailure = (
  ended: ClaimEnd | null,
  { isAttempt }: { readonly isAttempt: boolean },
): boolean => ended?.kind === 'failed' || (!isAttempt && ended?.kind === 'released')

/** Returns why a claim's report is refused. `ended`: null if there was no such claim, or if its lease expired. */
export const refusalAfter = (ended: ClaimEnd | null): FarmFailure =>
  ended?.kind === 'cancelled'
    ? { kind: 'job_withdrawn', reason: ended.detail ?? cancelledByOperator }
    : { kind: 'job_lease_lost' }

/**
 * Returns the response to a heartbeat that arrives after the end of its claim: why the printer must stop. null = the
 * heartbeat is refused.
 */
export const stopAfter = (ended: ClaimEnd | null): string | null =>
  ended?.kind === 'cancelled' || ended?.kind === 'released'
    ? (ended.detail ?? cancelledByOperator)
    : null

/**
 * Returns why a plate stops: every order on it is on hold. null if at least one order continues. `holds`: one entry
 * per job of the plate.
 */
export function stopReasonOfHolds(holds: readonly Order['hold'][]): string | null {
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
 * Returns the state of a job that its printer still has after the leading job of its plate has ended. Printed parts
 * are not reprinted automatically.
 */
export function riderOutcome(lead: {
  readonly state: JobState
  readonly reason: string | null
}): RiderEnd {
  if (lead.state === 'done') return { state: 'failed', event: 'failed', reason: notCountedReason }
  const state = lead.state === 'failed' ? 'failed' : 'queued'
  return { state, event: 'expired', reason: lead.reason }
}

const notCountedReason =
  'Its plate was reported without it. Count its parts manually, or queue it again.'
