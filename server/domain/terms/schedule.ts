// The terms in force, identical in every process at any time.
//
// The database accepts a version only at least `leadSeconds` before it takes effect. Charged prices use data that is at
// most `freshSeconds` old, which includes every version in force by then: a version stored after the read takes effect
// after the data expires. All other uses take the last data, which is renewed in the background. Times are compared by
// the database's clock, whose difference from the process's clock is measured at each read.
import { contractTerms, type Terms } from '../catalog/terms.ts'
import type { FarmTerms, TermsVersion } from './ports.ts'

/** Minimum time between storing a version and its effect. */
export const leadSeconds = 60
/** Maximum age of data for charged prices. The rest of the lead time covers a slow read. */
export const freshSeconds = 20
/** Age from which data is renewed in the background. */
export const aheadSeconds = 10
/** Minimum delay after a failed read. */
export const backOffSeconds = 1

export type TermsSchedule = {
  /** False if the contract's terms apply permanently, so that no stored version is read. */
  readonly holdsOwn: boolean
  /**
   * For charged prices. null = the last data can be used. Otherwise resolves after a new read, and rejects if it
   * fails.
   */
  readonly refresh: () => Promise<void> | null
  /** For all other uses: starts a due read in the background. Never waits or throws. */
  readonly readAhead: () => void
  readonly readAgain: () => Promise<void>
  /** Returns the terms in force according to the last read; the contract's terms before the first read. */
  readonly current: () => Terms
  /** Returns the milliseconds until other terms take effect, according to the last read; null if none are planned. */
  readonly msUntilNext: () => number | null
}

/** The schedule of a farm that uses the contract's terms. */
export const contractSchedule: TermsSchedule = {
  holdsOwn: false,
  refresh: () => null,
  readAhead: () => {},
  readAgain: async () => {},
  current: () => contractTerms,
  msUntilNext: () => null,
}

/**
 * Returns the versions that take effect at some time, oldest first. A later version replaces those planned before it:
 * a version never takes effect if its time is at or after that of a version with a higher number.
 */
export function versionsInEffect<V extends Pick<TermsVersion, 'terms' | 'validFrom'>>(
  versions: readonly V[],
): readonly V[] {
  return versions
    .filter((version) => replacedBy(version, versions) === null)
    .toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime())
}

/** Returns when a version that is stored now takes effect at the earliest, for a requested time; null = none. */
export const startOf = (requested: Date | null, now: Date): Date =>
  new Date(Math.max(requested?.getTime() ?? 0, now.getTime() + leadSeconds * 1000))

/** Returns the versions that would never take effect if a new version started at `moment`: those that start at or after it. */
export const replacedFrom = <V extends Pick<TermsVersion, 'terms' | 'validFrom'>>(
  versions: readonly V[],
  moment: Date,
): readonly V[] => versionsInEffect(versions).filter(({ validFrom }) => validFrom >= moment)

/**
 * Returns the number of the version that replaced this one before it took effect; null = it was, is or will be in
 * force.
 */
export function replacedBy<V extends Pick<TermsVersion, 'terms' | 'validFrom'>>(
  version: V,
  versions: readonly V[],
): number | null {
  const later = versions.filter(
    ({ terms, validFrom }) =>
      terms.version > version.terms.version && validFrom <= version.validFrom,
  )
  return later.length === 0 ? null : Math.min(...later.map(({ terms }) => terms.version))
}

/** Returns the terms of these versions that are in force at the time. */
export const termsAt = (
  versions: readonly Pick<TermsVersion, 'terms' | 'validFrom'>[],
  moment: Date,
): Terms =>
  versionsInEffect(versions).findLast(({ validFrom }) => validFrom <= moment)?.terms ??
  contractTerms

type Reading = {
  /** The database's clock less the process's clock, in ms. */
  readonly offsetMs: number
  readonly readAtMs: number
  readonly versions: readonly { readonly terms: Terms; readonly fromMs: number }[]
}

/** `monotonicMs`: a monotonic clock. `onFailure` receives the reason of a failed background read. */
export function createTermsSchedule(
  { readInForce }: Pick<FarmTerms, 'readInForce'>,
  {
    monotonicMs = () => performance.now(),
    onFailure = () => {},
  }: {
    readonly monotonicMs?: () => number
    readonly onFailure?: (error: unknown) => void
  } = {},
): TermsSchedule {
  let reading: Reading | null = null
  let pending: Promise<void> | null = null
  let failed: { readonly atMs: number; readonly error: unknown } | null = null
  /** The same version keeps the same object, so that cached values remain valid. */
  const known = new Map<number, Terms>()
  const read = async () => {
    const startedMs = monotonicMs()
    const { now, versions } = await readInForce()
    const middleMs = (startedMs + monotonicMs()) / 2
    reading = {
      offsetMs: now.getTime() - middleMs,
      // A version that is stored during the read may be missing in it.
      readAtMs: startedMs,
      versions: versionsInEffect(versions).map(({ terms, validFrom }) => {
        const kept = known.get(terms.version) ?? terms
        known.set(terms.version, kept)
        return { terms: kept, fromMs: validFrom.getTime() }
      }),
    }
    failed = null
  }
  const readAgain = () => {
    pending ??= read()
      .catch((error: unknown) => {
        failed = { atMs: monotonicMs(), error }
        throw error
      })
      .finally(() => {
        pending = null
      })
    return pending
  }
  const isYounger = (seconds: number) =>
    reading !== null && monotonicMs() - reading.readAtMs < seconds * 1000
  const recentFailure = () =>
    failed !== null && monotonicMs() - failed.atMs < backOffSeconds * 1000 ? failed : null
  const readAhead = () => {
    if (isYounger(aheadSeconds) || pending !== null || recentFailure() !== null) return
    readAgain().catch(onFailure)
  }
  const nowMs = ({ offsetMs }: Reading) => monotonicMs() + offsetMs
  return {
    holdsOwn: true,
    readAgain,
    readAhead,
    refresh: () => {
      if (isYounger(freshSeconds)) {
        readAhead()
        return null
      }
      const failure = pending === null ? recentFailure() : null
      return failure === null ? readAgain() : Promise.reject(failure.error)
    },
    current: () => {
      if (reading === null) return contractTerms
      const now = nowMs(reading)
      return reading.versions.findLast(({ fromMs }) => fromMs <= now)?.terms ?? contractTerms
    },
    msUntilNext: () => {
      if (reading === null) return null
      const now = nowMs(reading)
      const next = reading.versions.find(({ fromMs }) => fromMs > now)
      return next === undefined ? null : next.fromMs - now
    },
  }
}
