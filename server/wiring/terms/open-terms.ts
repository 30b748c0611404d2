// Opens the terms that the process uses for pricing: the contract's, or the farm's if TERMS_FILE names a file.
import type { Log } from '../../domain/base/ports.ts'
import { applyTermsFile } from '../../domain/terms/apply-file.ts'
import type { FarmTerms } from '../../domain/terms/ports.ts'
import {
  aheadSeconds,
  contractSchedule,
  createTermsSchedule,
  type TermsSchedule,
} from '../../domain/terms/schedule.ts'
import { readTermsFile } from './terms-file.ts'
import { followSchedule } from './terms-in-force.ts'

export type OpenTerms = { readonly termsSchedule: TermsSchedule; readonly close: () => void }

/**
 * Opens the terms. Without a file, no stored terms are read, at the start or later. With a file, new terms are stored, and the terms in
 * force are read from then on. Throws if the file is invalid.
 */
export async function openTerms(
  {
    farmTerms,
    log,
  }: { readonly farmTerms: FarmTerms; readonly log: Pick<Log, 'info' | 'warn' | 'error'> },
  path: string | null,
): Promise<OpenTerms> {
  if (path === null) return { termsSchedule: contractSchedule, close: () => {} }
  const applied = await applyTermsFile({ farmTerms, log }, readTermsFile(path))
  if (!applied.ok) throw new Error(`TERMS_FILE ${path}: ${applied.failure}`)
  const termsSchedule = createTermsSchedule(farmTerms, {
    onFailure: (error) => log.error('terms.read_failed', { error }),
  })
  await termsSchedule.readAgain()
  const timer = setInterval(termsSchedule.readAhead, aheadSeconds * 1000).unref()
  const unfollow = followSchedule(termsSchedule)
  return {
    termsSchedule,
    close: () => {
      clearInterval(timer)
      unfollow()
    },
  }
}
