// Fields of page forms. Each field reads the typed value and describes what is wrong with it.
import * as v from 'valibot'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { centsOfDollars } from '../../domain/pricing/dollars.ts'
import { type FieldErrors, hasErrors } from '../../html/form-fields.tsx'
import { versionSchema } from './schemas.ts'

/**
 * Returns the value that a form sent under a name, or '' for an absent field. `all` returns every value under the name,
 * for checkboxes that share one, and `names` the names of all fields, for forms with a field for each of several items.
 */
export type SentFields = ((name: string) => string) & {
  readonly all?: (name: string) => readonly string[]
  readonly names?: () => readonly string[]
}

/** Errors by field, or a single sentence above the form if the page cannot mark a field. */
export type Wrong = FieldErrors | string

export type Field<Value> = {
  /** Reads the field with this name. A field shown as several inputs reads all of them. */
  readonly read: (field: SentFields, name: string) => Result<Value, Wrong>
}

/** Fields by name. `Values` has the types of their parsed values. */
export type Fields<Values> = { readonly [Name in keyof Values]: Field<Values[Name]> }

/** Types of the parsed values of declared fields. */
export type ValuesOf<Declared> = Declared extends Fields<infer Values> ? Values : never

/** Text as sent. The domain validates it. */
export const anyText: Field<string> = { read: (field, name) => ok(field(name)) }

/** Text of a field without surrounding whitespace. */
export const trimmed: Field<string> = { read: (field, name) => ok(field(name).trim()) }

export const checkbox: Field<boolean> = { read: (field, name) => ok(field(name) === '1') }

/** Field that `parse` reads. Refuses undefined with `sentence`. */
export const parsed = <Value>(
  parse: (text: string) => Value | undefined,
  sentence: string,
): Field<Value> => ({
  read: (field, name) => {
    const value = parse(field(name))
    return value === undefined ? fail({ [name]: sentence }) : ok(value)
  },
})

/** Text that matches the API's schema for it. */
export const textOf = <S extends v.GenericSchema>(
  schema: S,
  sentence: string,
): Field<v.InferOutput<S>> => ({
  read: (field, name) => {
    const read = v.safeParse(schema, field(name))
    return read.success ? ok(read.output) : fail({ [name]: sentence })
  },
})

/** One of the given words. */
export const choice = <Word extends string>(
  words: readonly Word[],
  sentence: string,
): Field<Word> => parsed((text) => words.find((word) => word === text), sentence)

/** Same as `parsed`, for a field that the page cannot mark: the sentence appears above the form. */
export const parsedWithoutMark = <Value>(
  parse: (text: string) => Value | undefined,
  sentence: string,
): Field<Value> => ({
  read: (field, name) => {
    const value = parse(field(name))
    return value === undefined ? fail(sentence) : ok(value)
  },
})

/** One of the values of the form's buttons. */
export const buttonOf = <const Word extends string>(words: readonly Word[]): Field<Word> => ({
  read: (field, name) =>
    parsedWithoutMark(
      (text) => words.find((word) => word === text),
      `${name} must be one of ${words.join(', ')}.`,
    ).read(field, name),
})

/** Number that the domain validates. NaN if the text is not a number. */
export const number: Field<number> = { read: (field, name) => ok(Number(field(name))) }

/**
 * Amount in cents that the domain validates. NaN if the text is not an amount. Accepts "25", "25.50", "$25" and "$ 25".
 */
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

/** Hidden version of the order or job that the form was rendered for. */
export const versionOr = (sentence: string): Field<number> => ({
  read: (field, name) => {
    const version = versionOf(field(name))
    return version === null ? fail(sentence) : ok(version)
  },
})

export const version = versionOr(incompleteText)

/** Version in a form that may omit it. */
export const optionalVersion: Field<number | undefined> = {
  read: (field, name) => ok(versionOf(field(name)) ?? undefined),
}

/** Returns the version, or null if the text is not one. */
export const versionOf = (text: string): number | null => {
  const typed = text.trim()
  const read = v.safeParse(versionSchema, /^\d+$/.test(typed) ? Number(typed) : null)
  return read.success ? read.output : null
}

/**
 * Returns the values of all fields or what is wrong with them. A sentence appears above the form only if no field is
 * marked.
 */
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
  if (wrong.length === 0 && hasAll(fields, values)) return ok(values)
  const marked = wrong.flatMap((each) => (typeof each === 'string' ? [] : Object.entries(each)))
  const errors: FieldErrors = Object.fromEntries(marked)
  if (hasErrors(errors)) return fail(errors)
  return fail(wrong.find((each) => typeof each === 'string') ?? incompleteText)
}

const hasAll = <Values>(fields: Fields<Values>, values: Partial<Values>): values is Values =>
  Object.keys(fields).every((name) => Object.hasOwn(values, name))
