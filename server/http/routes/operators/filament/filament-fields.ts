// Fields of the filament forms.
import * as v from 'valibot'
import { fail, ok } from '../../../../domain/base/result.ts'
import { readWhole } from '../../../../domain/base/text/whole-number.ts'
import { materialNames } from '../../../../domain/catalog/materials.ts'
import { maxColorCharacters } from '../../../../domain/catalog/options.ts'
import { maxSpools } from '../../../../domain/farm/printers/printer.ts'
import {
  maxAddedSpools,
  maxLotCharacters,
  maxSpoolGrams,
  maxSpoolPriceCents,
} from '../../../../domain/farm/spools/spool.ts'
import { centsOfDollars } from '../../../../domain/pricing/dollars.ts'
import { text } from '../../../contract/body-parts.ts'
import { anyText, choice, type Field, parsed, textOf } from '../../../contract/form-fields.ts'

/** Returns the number in a path, or 0, which no spool has. */
export const spoolIdOf = (typed: string): number =>
  /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : 0

/** A whole number within the limits, or undefined. */
const wholeOf =
  (min: number, max: number) =>
  (typed: string): number | undefined => {
    const number = readWhole(typed.trim(), 6)
    return number !== null && number >= min && number <= max ? number : undefined
  }

/** null for an empty text. */
const optional = <Value>(
  parse: (typed: string) => Value | undefined,
  sentence: string,
): Field<Value | null> => ({
  read: (field, name) =>
    field(name).trim() === '' ? ok(null) : parsed(parse, sentence).read(field, name),
})

const gramsSentence = `Enter whole grams, at most ${maxSpoolGrams}.`
const grams = wholeOf(0, maxSpoolGrams)

export const gramsField = parsed(grams, gramsSentence)

export const slotField = parsed(wholeOf(1, maxSpools), `Choose a slot from 1 to ${maxSpools}.`)

/** Name of a printer. */
export const printerField: Field<string> = {
  read: (field, name) =>
    field(name) === '' ? fail({ [name]: 'Choose a printer.' }) : ok(field(name)),
}

function priceOf(typed: string): number | undefined {
  const cents = centsOfDollars(typed.trim())
  return cents !== null && cents >= 0 && cents <= maxSpoolPriceCents ? cents : undefined
}

function lotOf(typed: string): string | undefined {
  const lot = v.safeParse(text(maxLotCharacters), typed.trim())
  return lot.success ? lot.output : undefined
}

export const addFields = {
  key: anyText,
  material: choice(materialNames, 'Choose the material.'),
  color: textOf(
    text(maxColorCharacters),
    `Enter a color in 1 to ${maxColorCharacters} characters.`,
  ),
  count: parsed(wholeOf(1, maxAddedSpools), `Enter a number from 1 to ${maxAddedSpools}.`),
  fullGrams: parsed(wholeOf(1, maxSpoolGrams), gramsSentence),
  emptyGrams: optional(grams, `${gramsSentence} Leave it out if it is not known.`),
  price: optional(priceOf, 'Enter an amount in dollars, or nothing.'),
  lot: optional(lotOf, `Enter at most ${maxLotCharacters} characters.`),
}
