// Stores the terms of the file when a process starts. Each version of the file is stored once across all processes.
import type { Log } from '../base/ports.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { changesOf } from './changes.ts'
import type { FarmTerms, TermsVersion } from './ports.ts'
import { replacedFrom, startOf, termsAt } from './schedule.ts'
import type { TermsFile } from './terms-file.ts'

type Deps = {
  readonly farmTerms: FarmTerms
  readonly log: Pick<Log, 'info' | 'warn'>
}

/**
 * Ignores a file that is older than the newest stored one, because its process may have started late. Fails if the
 * file was changed without a higher version.
 */
export async function applyTermsFile(
  { farmTerms, log }: Deps,
  file: TermsFile,
): Promise<Result<null, string>> {
  const known = await compareStored({ farmTerms, log }, file)
  if (known !== null) return known
  const { now, versions } = await farmTerms.readInForce()
  const holdsFrom = startOf(file.validFrom, now)
  const written = await farmTerms.store({
    terms: file.terms,
    validFrom: file.validFrom,
    source: 'file',
    storedBy: null,
    fileVersion: file.version,
    reason: file.reason,
    newest: null,
    changes: changesOf(termsAt(versions, holdsFrom), file.terms),
  })
  if (written === null) {
    // Another process has stored this version or a newer one in the meantime.
    return (await compareStored({ farmTerms, log }, file)) ?? fail('could not be stored.')
  }
  log.info('terms.file_stored', {
    version: file.version,
    validFrom: written.validFrom.toISOString(),
  })
  await warnOfReplaced({ farmTerms, log }, written)
  return ok(null)
}

/**
 * Warns about planned versions that the stored one replaces, such as those from the desk. They are cancelled without a
 * confirmation.
 */
async function warnOfReplaced({ farmTerms, log }: Deps, written: TermsVersion): Promise<void> {
  const { versions } = await farmTerms.readInForce()
  const before = versions.filter(({ terms }) => terms.version < written.terms.version)
  for (const { terms, validFrom } of replacedFrom(before, written.validFrom)) {
    log.warn('terms.planned_replaced', {
      version: terms.version,
      validFrom: validFrom.toISOString(),
      replacedBy: written.terms.version,
    })
  }
}

/** Returns the planned versions that never take effect once the file is stored, as a start does. */
export async function removedByFile(
  { readInForce }: Pick<FarmTerms, 'readInForce'>,
  { validFrom }: Pick<TermsFile, 'validFrom'>,
): Promise<readonly TermsVersion[]> {
  const { now, versions } = await readInForce()
  return replacedFrom(versions, startOf(validFrom, now))
}

/** Returns null if the file is newer than every stored one. */
async function compareStored(
  { farmTerms, log }: Deps,
  file: TermsFile,
): Promise<Result<null, string> | null> {
  const found = await findFile(farmTerms, file)
  switch (found.kind) {
    case 'new':
      return null
    case 'outdated':
      log.warn('terms.file_outdated', { version: file.version, newest: found.newest })
      return ok(null)
    case 'stored':
      return ok(null)
    case 'differs':
      return fail(found.problem)
  }
}

/** Comparison of the file with the stored versions. `newest`: the highest stored file version. */
export type FoundFile =
  | { readonly kind: 'new' }
  | { readonly kind: 'outdated'; readonly newest: number }
  | { readonly kind: 'stored'; readonly as: TermsVersion }
  /** Its terms were changed without a higher version. */
  | { readonly kind: 'differs'; readonly problem: string }

export async function findFile(
  farmTerms: Pick<FarmTerms, 'readNewestFileVersion' | 'readFileVersion'>,
  file: TermsFile,
): Promise<FoundFile> {
  const newest = await farmTerms.readNewestFileVersion()
  if (newest !== null && file.version < newest) return { kind: 'outdated', newest }
  const as = await farmTerms.readFileVersion(file.version)
  if (as === null) return { kind: 'new' }
  const differences = differencesOf(as, file)
  if (differences.length === 0) return { kind: 'stored', as }
  const problem = `version ${file.version} was stored with other terms (${differences.join(' ')}) Set "version" to ${file.version + 1} or more.`
  return { kind: 'differs', problem }
}

function differencesOf(stored: TermsVersion, file: TermsFile): readonly string[] {
  const [before, now] = [momentText(stored.requestedFrom), momentText(file.validFrom)]
  return [
    ...(before === now ? [] : [`validFrom: ${before} to ${now}.`]),
    ...changesOf(stored.terms, file.terms),
  ]
}

const momentText = (moment: Date | null): string => moment?.toISOString() ?? 'none'
