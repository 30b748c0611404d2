// Fields of the printer forms.

import * as v from 'valibot'
import { type PrintJobId, parsePrintJobId } from '../../../../domain/base/ids/print-job-id.ts'
import { fail, ok } from '../../../../domain/base/result.ts'
import { lengthText, maxReasonCharacters } from '../../../../domain/base/text/text-lengths.ts'
import { readWhole } from '../../../../domain/base/text/whole-number.ts'
import { materialNames } from '../../../../domain/catalog/materials.ts'
import { maxColorCharacters } from '../../../../domain/catalog/options.ts'
import {
  maxSpools,
  maxTagCharacters,
  maxTags,
  type Spool,
} from '../../../../domain/farm/printers/printer.ts'
import {
  type CommandAction,
  commandActions,
} from '../../../../domain/farm/printers/printer-desk.ts'
import type { FieldErrors } from '../../../../html/form-fields.tsx'
import { spoolFields } from '../../../../pages/operators/printers/spools-form.tsx'
import { text } from '../../../contract/body-parts.ts'
import { type Field, incompleteText, type SentFields } from '../../../contract/form-fields.ts'
import { maxGrams } from '../../farm/printer-schemas.ts'

/** Spools of all slots. A slot without a material is empty. */
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

/** Reads a spool. null means that the slot is empty. */
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

/** Returns grams, null if unknown, or undefined if the text is not a number. */
function gramsOf(typed: string): number | null | undefined {
  if (typed === '') return null
  const grams = readWhole(typed, 6)
  return grams === null || grams > maxGrams ? undefined : grams
}

/** Comma-separated words without duplicates. */
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

/** Note of a printer that is taken out of service. null returns the printer to service. */
export const noteField: Field<string | null> = {
  read: (field, name) => {
    if (field('on') !== '1') return ok(null)
    const note = v.safeParse(text(maxReasonCharacters), field(name))
    return note.success
      ? ok(note.output)
      : fail({ [name]: `Enter why, in ${lengthText(maxReasonCharacters)}.` })
  },
}

/** Error of a count of bad parts that is larger than the plate. */
export const countError = (parts: number): string => `Enter a number from 0 to ${parts}.`

/** Job that the page showed on the plate, or null for none. */
export const plateJobField: Field<string | null> = {
  read: (field, name) => ok(field(name) === '' ? null : field(name)),
}

/** The job that the page showed on the printer; null if the form omits it or it is not an id. */
export const printJobField: Field<PrintJobId | null> = {
  read: (field, name) => ok(parsePrintJobId(field(name))),
}

/** End time of the print that the page showed on the plate, or undefined if the form omits it. */
export const plateSinceField: Field<Date | undefined> = {
  read: (field, name) => ok(dateOf(field(name))),
}

/** Returns the date, or undefined if the text is not one. */
export function dateOf(dateText: string): Date | undefined {
  const at = new Date(dateText)
  return dateText === '' || Number.isNaN(at.getTime()) ? undefined : at
}

export const commandActionField: Field<CommandAction> = {
  read: (field, name) => {
    const action = commandActions.find((each) => each === field(name))
    return action === undefined ? fail('Choose what the printer is to do.') : ok(action)
  },
}

/** Number of the last command that the page showed; 0 = none. */
export const commandVersionField: Field<number> = {
  read: (field, name) => {
    const version = readWhole(field(name), 9)
    return version === null ? fail(incompleteText) : ok(version)
  },
}
