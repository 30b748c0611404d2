// The farm's terms: in force, planned and past.
import { contractTerms, type Terms } from '../catalog/terms.ts'
import type { TermsDeps, TermsVersion } from '../terms/ports.ts'
import { replacedBy, versionsInEffect } from '../terms/schedule.ts'

export type TermsBoard = {
  /** false if TERMS_FILE is not set, so that the contract's terms apply. */
  readonly holdsOwn: boolean
  readonly terms: Terms
  /** The stored version in force; null = the contract's terms apply. */
  readonly inForce: TermsVersion | null
  /** Earliest first. */
  readonly planned: readonly TermsVersion[]
  /** Newest first, at most `termsShown`. */
  readonly history: readonly KeptVersion[]
}

/**
 * `replacedBy`: number of the version that replaced this one before it took effect; null = it was, is or will be in
 * force.
 */
export type KeptVersion = TermsVersion & { readonly replacedBy: number | null }

export const termsShown = 50

export async function readTermsBoard({
  farmTerms,
  termsSchedule: { holdsOwn },
}: Pick<TermsDeps, 'farmTerms'> & {
  readonly termsSchedule: Pick<TermsDeps['termsSchedule'], 'holdsOwn'>
}): Promise<TermsBoard> {
  const [{ now, versions }, history] = await Promise.all([
    farmTerms.readInForce(),
    farmTerms.readHistory(termsShown),
  ])
  const effective = holdsOwn ? versionsInEffect(versions) : []
  const inForce = effective.findLast(({ validFrom }) => validFrom <= now) ?? null
  return {
    holdsOwn,
    terms: inForce?.terms ?? contractTerms,
    inForce,
    planned: effective.filter(({ validFrom }) => validFrom > now),
    // The history includes every later version.
    history: history.map((version) => ({ ...version, replacedBy: replacedBy(version, history) })),
  }
}
