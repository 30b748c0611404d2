// The fields of pages' forms: each reads what was typed and says what is wrong with it.
import * as v from 'valibot'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { centsOfDollars } from '../../domain/pricing/dollars.ts'
import { type FieldErrors, hasErrors } from '../../html/form-fields.tsx'
import { versionSchema } from './schemas.ts'

/**
 * What a form sent under a name; '' for a field that it does not have. `all`: everything that was sent under the name, which a list of
 * checkboxes shares.
 */
export type SentFields = ((name: string) => string) & {
  readonly all?: (name: string) => readonly string[]
}

/** Sentences at fields, or one above the form where the page has no field to mark. */
export type Wrong = FieldErrors | string

export type Field<Value> = {
  /** Reads the field of this name. One that a page shows as several inputs reads all of them. */
  readonly read: (field: SentFields, name: string) => Result<Value, Wrong>
}

/** `Values` is what the fields are read as, by name. */
export type Fields<Values> = { readonly [Name in keyof Values]: Field<Values[Name]> }

/** What declared fields are read as. */
export type ValuesOf<Declared> = Declared extends Fields<infer Values> ? Values : never

/** A text as it was sent, for the domain to judge. */
export const anyText: Field<string> = { read: (field, name) => ok(field(name)) }

/** The text of a field without the space around it. */
export const trimmed: Field<string> = { read: (field, name) => ok(field(name).trim()) }

export const checkbox: Field<boolean> = { read: (field, name) => ok(field(name) === '1') }

/** A field whose text `parse` reads; undefined is refused with `sentence`. */
export const parsed = <Value>(
  parse: (text: string) => Value | undefined,
  sentence: string,
): Field<Value> => ({
  read: (field, name) => {
    const value = parse(field(name))
    return value === undefined ? fail({ [name]: sentence }) : ok(value)
  },
})

/** A text of the schema that the API has for it. */
export const textOf = <S extends v.GenericSchema>(
  schema: S,
  sentence: string,
): Field<v.InferOutput<S>> => ({
  read: (field, name) => {
    const read = v.safeParse(schema, field(name))
    return read.success ? ok(read.output) : fail({ [name]: sentence })
  },
})

/** One of the words. */
export const choice = <Word extends string>(
  words: readonly Word[],
  sentence: string,
): Field<Word> => parsed((text) => words.find((word) => word === text), sentence)

/** Like `parsed`, for a field that the page does not mark: the sentence stands above the form. */
export const parsedWithoutMark = <Value>(
  parse: (text: string) => Value | undefined,
  sentence: string,
): Field<Value> => ({
  read: (field, name) => {
    const value = parse(field(name))
    return value === undefined ? fail(sentence) : ok(value)
  },
})

/** One of the words of the form's buttons. */
export const buttonOf = <const Word extends string>(words: readonly Word[]): Field<Word> => ({
  read: (field, name) =>
    parsedWithoutMark(
      (text) => words.find((word) => word === text),
      `${name} must be one of ${words.join(', ')}.`,
    ).read(field, name),
})

/** A number, which the domain judges; NaN where it cannot be read. */
export const number: Field<number> = { read: (field, name) => ok(Number(field(name))) }

/** An amount in cents, which the domain judges; NaN where it cannot be read. "25", "25.50", "$25" and "$ 25" are amounts. */
export const dollars: Field<number> = {
  read: (field, name) => {
    const typed = field(name)
      .trim()
      .replace(/^\$\s+/, '$')
    return ok(centsOfDollars(typed) ?? Number.NaN)
  },
}

export const incompleteText =
  'This form was incomplete, so nothing was saved. Check it and save again.'

/** The version of an order or a job that the form was made for, which no input shows. */
export const versionOr = (sentence: string): Field<number> => ({
  read: (field, name) => {
    const version = versionOf(field(name))
    return version === null ? fail(sentence) : ok(version)
  },
})

export const version = versionOr(incompleteText)

/** The version of a form that may be sent without one. */
export const optionalVersion: Field<number | undefined> = {
  read: (field, name) => ok(versionOf(field(name)) ?? undefined),
}

/** null when it cannot be read. */
export const versionOf = (text: string): number | null => {
  const typed = text.trim()
  const read = v.safeParse(versionSchema, /^\d+$/.test(typed) ? Number(typed) : null)
  return read.success ? read.output : null
}

/** The values of all fields, or what is wrong with them: a sentence above the form only when no field is marked. */
export function readValues<Values>(
  fields: Fields<Values>,
  field: SentFields,
): Result<Values, Wrong> {
  const values: Partial<Values> = {}
  const wrong: Wrong[] = []
  for (const name in fields) {
    const read = fields[name].read(field, name)
    if (read.ok) {
      values[name] = read.value
    } else {
      wrong.push(read.failure)
    }
  }
  // Each field was read.
  if (wrong.length === 0) return ok(values as Values)
  const marked = wrong.flatMap((each) => (typeof each === 'string' ? [] : Object.entries(each)))
  const errors: FieldErrors = Object.fromEntries(marked)
  if (hasErrors(errors)) return fail(errors)
  return fail(wrong.find((each) => typeof each === 'string') ?? incompleteText)
}
