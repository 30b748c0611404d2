// Checks the farm's terms: the file is valid, and the processes use it for pricing.
import type { Config } from '../../config/config.ts'
import { openDatabase } from '../../db/core/connect.ts'
import { createFarmTerms } from '../../db/terms/farm-terms.ts'
import { contractTerms, type Terms } from '../../domain/catalog/terms.ts'
import { readTermsBoard } from '../../domain/desk/terms.ts'
import { findFile, removedByFile } from '../../domain/terms/apply-file.ts'
import type { TermsFile } from '../../domain/terms/terms-file.ts'
import { readTermsFile } from '../terms/terms-file.ts'
import { type Diagnosis, type Examined, fail, leftOut, messageOf, pass, warn } from './finding.ts'

export async function checkTermsFile({ config }: Examined): Promise<readonly Diagnosis[]> {
  if (config.termsFile === null) return [pass('terms', "the contract's: TERMS_FILE is not set")]
  let file: TermsFile
  try {
    file = readTermsFile(config.termsFile)
  } catch (error) {
    return [
      fail(
        'terms',
        `The service does not start: ${messageOf(error)}`,
        `Correct ${config.termsFile}. docs/operations.md describes its members.`,
      ),
    ]
  }
  if (config.databaseUrl === null) {
    return [pass('terms', `version ${file.version} of the file can be read`)]
  }
  const { db, close } = openDatabase({ url: config.databaseUrl, poolSize: 1 })
  try {
    return [await judge(createFarmTerms(db), file, config.termsFile)]
  } catch (error) {
    return [leftOut('terms', `not compared: ${messageOf(error)}`, 'Fix the database first.')]
  } finally {
    await close()
  }
}

/**
 * Returns the terms in force, or those of a new file that the next start stores. Without a readable database, returns those
 * of the file; the contract's if there is none, or none that can be read.
 */
export async function readTermsInForce({
  databaseUrl,
  termsFile,
}: Pick<Config, 'databaseUrl' | 'termsFile'>): Promise<Terms> {
  if (termsFile === null) return contractTerms
  let file: TermsFile
  try {
    file = readTermsFile(termsFile)
  } catch {
    return contractTerms
  }
  if (databaseUrl === null) return file.terms
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1 })
  try {
    const farmTerms = createFarmTerms(db)
    if ((await findFile(farmTerms, file)).kind === 'new') return file.terms
    const { now, versions } = await farmTerms.readInForce()
    return versions.findLast(({ validFrom }) => validFrom <= now)?.terms ?? file.terms
  } catch {
    return file.terms
  } finally {
    await close()
  }
}

async function judge(
  farmTerms: ReturnType<typeof createFarmTerms>,
  file: TermsFile,
  path: string,
): Promise<Diagnosis> {
  const found = await findFile(farmTerms, file)
  switch (found.kind) {
    case 'differs':
      return fail('terms', `The service does not start: ${found.problem}`, `Correct ${path}.`)
    case 'outdated':
      return warn(
        'terms',
        `Version ${file.version} of the file is ignored: version ${found.newest} is stored.`,
        `Put the newest file at ${path}, or set its "version" above ${found.newest}.`,
      )
    case 'new': {
      const removed = (await removedByFile(farmTerms, file)).map(
        ({ terms, validFrom, reason }) =>
          ` It removes version ${terms.version}, planned for ${validFrom.toISOString()}${reason === null ? '' : ` (${reason})`}.`,
      )
      return warn(
        'terms',
        `Version ${file.version} of the file is not stored yet.${removed.join('')}`,
        'systemctl restart svc: a start stores it.',
      )
    }
    case 'stored': {
      const { inForce, planned } = await readTermsBoard({
        farmTerms,
        termsSchedule: { holdsOwn: true },
      })
      const next = planned[0]
      const then =
        next === undefined
          ? ''
          : `, and version ${next.terms.version} from ${next.validFrom.toISOString()} on`
      return pass(
        'terms',
        `${inForce === null ? "the contract's" : `version ${inForce.terms.version}, as the desk counts them,`} in force${then}`,
      )
    }
  }
}
