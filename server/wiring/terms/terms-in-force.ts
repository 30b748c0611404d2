// The terms of the current work. A request or job prices everything with the terms with which it started. Other work uses the terms in
// force.
import { AsyncLocalStorage } from 'node:async_hooks'
import { contractTerms, type Terms, termsSource } from '../../domain/catalog/terms.ts'
import type { TermsSchedule } from '../../domain/terms/schedule.ts'

const current = new AsyncLocalStorage<Terms>()
/** The farm's schedules in this process. Without one, the contract's terms apply everywhere. */
const schedules: TermsSchedule[] = []

termsSource.read = () => current.getStore() ?? schedules.at(-1)?.current() ?? contractTerms

/** Makes work outside requests and jobs follow the schedule until the returned function is called. */
export function followSchedule(schedule: TermsSchedule): () => void {
  if (!schedule.holdsOwn) return () => {}
  schedules.push(schedule)
  return () => {
    const at = schedules.indexOf(schedule)
    if (at >= 0) schedules.splice(at, 1)
  }
}

/** Runs the work with these terms. */
export const byTerms = <T>(terms: Terms, work: () => T): T => current.run(terms, work)

/** Runs a job with the terms in force now. */
export function byTermsInForce<T>(schedule: TermsSchedule, work: () => T): T {
  if (!schedule.holdsOwn) return work()
  schedule.readAhead()
  return byTerms(schedule.current(), work)
}
