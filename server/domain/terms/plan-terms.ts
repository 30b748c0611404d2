// Planning of terms by an operator on the desk.
import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text/text.ts'
import { changesOf } from './changes.ts'
import type { TermsDeps, TermsVersion } from './ports.ts'
import { replacedFrom, startOf, termsAt } from './schedule.ts'
import { maxTermsReasonCharacters, parseTermsText, type TermsFile } from './terms-file.ts'

export type PlannedTerms = Pick<TermsFile, 'terms' | 'validFrom' | 'reason'> & {
  /** Differences from the terms that would otherwise be in force when they take effect, one sentence each. */
  readonly changes: readonly string[]
  /** The planned versions that would never take effect. */
  readonly replaces: readonly TermsVersion[]
  /** Whether the version changes the terms at any time: when it takes effect, or by cancelling planned versions. */
  readonly isChange: boolean
  /** The number of the newest stored version; 0 = none. */
  readonly newest: number
}

export type TermsFailure =
  /** `problems`: one sentence per problem. */
  | { readonly kind: 'terms_wrong'; readonly problems: readonly string[] }
  | { readonly kind: 'terms_moment_wrong' }
  | { readonly kind: 'terms_reason_missing' }
  | { readonly kind: 'terms_unchanged' }
  /** Another version was stored after the preview. */
  | { readonly kind: 'terms_planned_since' }
  /** The contract's terms apply, because TERMS_FILE is not set. */
  | { readonly kind: 'terms_off' }

/**
 * Input of the form: the text of a terms file, and a time and a reason that override those of the text; '' = use those
 * of the text.
 */
export type TypedTerms = {
  readonly terms: string
  readonly validFrom: string
  readonly reason: string
}

/** Checks the input and returns its changes. Stores nothing. */
export async function checkTerms(
  { farmTerms, termsSchedule: { holdsOwn } }: Pick<TermsDeps, 'farmTerms' | 'termsSchedule'>,
  typed: TypedTerms,
): Promise<Result<PlannedTerms, TermsFailure>> {
  const parsed = parseTermsText(typed.terms)
  if (!parsed.ok) return fail({ kind: 'terms_wrong', problems: parsed.failure })
  const { terms, ...file } = parsed.value
  const moment = readMoment(typed.validFrom, file.validFrom)
  if (!moment.ok) return moment
  const validFrom = moment.value
  const reason = cutText(singleLine(typed.reason), maxTermsReasonCharacters) || file.reason
  const { now, versions: stored } = await farmTerms.readInForce()
  const versions = holdsOwn ? stored : []
  const holdsFrom = startOf(validFrom, now)
  const changes = changesOf(termsAt(versions, holdsFrom), terms)
  const replaces = replacedFrom(versions, holdsFrom)
  const isChange =
    changes.length > 0 || replaces.some((planned) => changesOf(planned.terms, terms).length > 0)
  const newest = stored.at(-1)?.terms.version ?? 0
  return ok({ terms, validFrom, reason, changes, replaces, isChange, newest })
}

/**
 * Stores the terms, which take effect after at least a minute. Records the operator action. `newest`: value of the
 * preview, as sent by the form.
 */
export async function planTerms(
  deps: Pick<TermsDeps, 'farmTerms' | 'termsSchedule'>,
  by: string,
  typed: TypedTerms & { readonly newest: string },
): Promise<Result<TermsVersion, TermsFailure>> {
  if (!deps.termsSchedule.holdsOwn) return fail({ kind: 'terms_off' })
  const checked = await checkTerms(deps, typed)
  if (!checked.ok) return checked
  const { terms, validFrom, reason, changes, isChange } = checked.value
  if (!isChange) return fail({ kind: 'terms_unchanged' })
  if (reason === null) return fail({ kind: 'terms_reason_missing' })
  if (!/^\d{1,15}$/.test(typed.newest)) return fail({ kind: 'terms_planned_since' })
  const stored = await deps.farmTerms.store({
    terms,
    validFrom,
    reason,
    changes,
    source: 'desk',
    storedBy: by,
    fileVersion: null,
    newest: Number(typed.newest),
  })
  if (stored === null) return fail({ kind: 'terms_planned_since' })
  await deps.termsSchedule.readAgain()
  return ok(stored)
}

function readMoment(typed: string, inFile: Date | null): Result<Date | null, TermsFailure> {
  if (typed.trim() === '') return ok(inFile)
  const read = parseTermsText(JSON.stringify({ validFrom: typed.trim() }))
  return read.ok ? ok(read.value.validFrom) : fail({ kind: 'terms_moment_wrong' })
}
