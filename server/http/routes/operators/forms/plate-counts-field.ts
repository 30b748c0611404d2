// Form fields for the bad parts of a plate: one number, or one for each job on a shared plate.
import { type PrintJobId, parsePrintJobId } from '../../../../domain/base/ids/print-job-id.ts'
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { readWhole } from '../../../../domain/base/text/whole-number.ts'
import type { JobCounts } from '../../../../domain/farm/jobs/job.ts'
import { type FieldErrors, hasErrors } from '../../../../html/form-fields.tsx'
import { scrapFieldOf } from '../../../../pages/operators/parts/plate-counts.tsx'
import type { Field, SentFields } from '../../../contract/form-fields.ts'

/** Reads a number of parts of a plate; null for any other text. */
export const readParts = (text: string): number | null => readWhole(text, 2)

function readScrap(field: SentFields, name: string): Result<number, FieldErrors> {
  const scrap = readParts(field(name).trim())
  return scrap === null ? fail({ [name]: 'Enter how many parts are bad, 0 for none.' }) : ok(scrap)
}

export const scrapField: Field<number> = { read: readScrap }

/** Returns the counts of a plate that several jobs share, or undefined for a single job. */
export function readPlateCounts(
  field: SentFields,
): Result<readonly JobCounts[] | undefined, FieldErrors> {
  const ids = idsIn(field)
  if (ids.length === 0) return ok(undefined)
  const wrong: Record<string, string> = {}
  const jobs = ids.flatMap((jobId) => {
    const scrap = readScrap(field, scrapFieldOf(jobId))
    if (scrap.ok) return [{ jobId, scrap: scrap.value }]
    Object.assign(wrong, scrap.failure)
    return []
  })
  return hasErrors(wrong) ? fail(wrong) : ok(jobs)
}

export const plateCountsField: Field<readonly JobCounts[] | undefined> = { read: readPlateCounts }

/** Returns the names of the fields of a form that counts a shared plate. */
export const plateCountFields = (field: SentFields): readonly string[] =>
  idsIn(field).map(scrapFieldOf)

const maxJobs = 50

const idsIn = (field: SentFields): readonly PrintJobId[] =>
  field('jobs')
    .split(' ')
    .map(parsePrintJobId)
    .filter((id) => id !== null)
    .slice(0, maxJobs)
