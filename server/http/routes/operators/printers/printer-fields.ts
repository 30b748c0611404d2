// The fields of the forms about printers.

import * as v from 'valibot'
import { type PrintJobId, printJobIdOf } from '../../../../domain/base/print-job-id.ts'
import { fail, ok } from '../../../../domain/base/result.ts'
import { lengthText, maxReasonCharacters } from '../../../../domain/base/text-lengths.ts'
import { materialNames } from '../../../../domain/catalog/materials.ts'
import { maxColorCharacters } from '../../../../domain/catalog/options.ts'
import type { JobCounts } from '../../../../domain/farm/jobs/job.ts'
import {
  maxSpools,
  maxTagCharacters,
  maxTags,
  type Spool,
} from '../../../../domain/farm/printers/printer.ts'
import { type FieldErrors, hasErrors } from '../../../../html/form-fields.tsx'
import { readPlateCounts } from '../../../../pages/operators/parts/plate-counts.tsx'
import { spoolFields } from '../../../../pages/operators/printers/spools-form.tsx'
import type { Field, SentFields } from '../../../contract/form-fields.ts'
import { maxGrams } from '../../farm/printer-schemas.ts'
import { text } from '../../orders/status-schemas.ts'

/** The spools of all slots; a slot without a material is empty. */
export const spoolsField: Field<readonly Spool[]> = {
  read: (field) => {
    const errors: FieldErrors[] = []
    const spools: Spool[] = []
    for (let slot = 1; slot <= maxSpools; slot += 1) {
      const read = readSpool(field, slot)
      if (read === null) continue
      if (read.ok) {
        spools.push(read.value)
      } else {
        errors.push(read.failure)
      }
    }
    return errors.length === 0 ? ok(spools) : fail(Object.assign({}, ...errors))
  },
}

/** null = the slot is empty. */
function readSpool(field: SentFields, slot: number) {
  const names = spoolFields(slot)
  const typed = {
    material: field(names.material),
    color: field(names.color).trim(),
    grams: field(names.grams).trim(),
  }
  if (Object.values(typed).every((each) => each === '')) return null
  const material = materialNames.find((each) => each === typed.material)
  const color = v.safeParse(text(maxColorCharacters), typed.color)
  const grams = gramsOf(typed.grams)
  if (material !== undefined && color.success && grams !== undefined) {
    return ok({ slot, material, color: color.output, gramsLeft: grams })
  }
  return fail({
    ...(material === undefined && { [names.material]: 'Choose the material of the spool.' }),
    ...(!color.success && {
      [names.color]: `Enter a color in 1 to ${maxColorCharacters} characters.`,
    }),
    ...(grams === undefined && { [names.grams]: 'Enter whole grams, or nothing.' }),
  })
}

/** null = not known; undefined = no number. */
function gramsOf(typed: string): number | null | undefined {
  if (typed === '') return null
  const grams = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN
  return grams <= maxGrams ? grams : undefined
}

/** Words between commas, each once. */
export const tagsField: Field<readonly string[]> = {
  read: (field, name) => {
    const words = field(name)
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
    const tags = words.map((word) => v.safeParse(text(maxTagCharacters), word))
    const read = tags.flatMap((tag) => (tag.success ? [tag.output] : []))
    const isRead = read.length === words.length && read.length <= maxTags
    return isRead
      ? ok([...new Set(read)])
      : fail({
          [name]: `Enter at most ${maxTags} words of 1 to ${maxTagCharacters} characters, separated by commas.`,
        })
  },
}

/** The note of a printer that is taken out of work; null brings it back. */
export const noteField: Field<string | null> = {
  read: (field, name) => {
    if (field('on') !== '1') return ok(null)
    const note = v.safeParse(text(maxReasonCharacters), field(name))
    return note.success
      ? ok(note.output)
      : fail({ [name]: `Enter why, in ${lengthText(maxReasonCharacters)}.` })
  },
}

export const scrapField: Field<number> = {
  read: (field, name) => {
    const typed = field(name).trim()
    return /^\d{1,2}$/.test(typed)
      ? ok(Number(typed))
      : fail({ [name]: 'Enter how many parts are bad, 0 for none.' })
  },
}

/** The counts of a plate that several jobs share; undefined where it prints one job. */
export const plateCountsField: Field<readonly JobCounts[] | undefined> = {
  read: (field) => {
    const counts = readPlateCounts(field)
    if (counts === null) return ok(undefined)
    return hasErrors(counts.wrong) ? fail(counts.wrong) : ok(counts.jobs)
  },
}

/** The job that the page showed on the plate; null = none. */
export const plateJobField: Field<PrintJobId | null> = {
  read: (field, name) => ok(field(name) === '' ? null : printJobIdOf(field(name))),
}

/** When the print ended that the page showed on the plate; undefined where the form does not say it. */
export const plateSinceField: Field<Date | undefined> = {
  read: (field, name) => ok(dateOf(field(name))),
}

/** undefined for anything that is no moment. */
export function dateOf(dateText: string): Date | undefined {
  const at = new Date(dateText)
  return dateText === '' || Number.isNaN(at.getTime()) ? undefined : at
}
