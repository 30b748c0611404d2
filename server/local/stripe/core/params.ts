// Checks parameters as Stripe does. An unknown, missing or malformed parameter is a 400 that names it, so that a call that Stripe would
// reject also fails here. Only the parameters that this stand-in implements are known.
import * as v from 'valibot'
import { invalidParameter } from './errors.ts'
import type { FormValue } from './form.ts'

export const text = v.pipe(
  v.string(),
  v.check((value) => value !== '', 'parameter_invalid_empty'),
  v.maxLength(5000, 'parameter_invalid_string'),
)
export const shortText = v.pipe(text, v.maxLength(1000, 'parameter_invalid_string'))
export const integer = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,15}$/, 'parameter_invalid_integer'),
  v.transform(Number),
)
export const flag = v.pipe(
  v.picklist(['true', 'false'], 'parameter_invalid_boolean'),
  v.transform((value) => value === 'true'),
)
export const oneOf = <const T extends readonly string[]>(values: T) =>
  v.picklist(values, 'parameter_invalid_enum')
export const metadata = v.pipe(
  v.record(
    v.pipe(v.string(), v.maxLength(40, 'parameter_invalid_string')),
    v.pipe(v.string(), v.maxLength(500, 'parameter_invalid_string')),
  ),
  v.check((value) => Object.keys(value).length <= 50, 'parameter_invalid_string'),
)
export const expand = v.optional(v.pipe(v.array(text), v.maxLength(20)), [])
export const httpUrl = v.pipe(
  text,
  v.check((value) => /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value), 'url_invalid'),
)

const bound = v.optional(integer)
/** The parameters of every list. */
export const listing = {
  limit: v.optional(integer, '10'),
  starting_after: v.optional(text),
  ending_before: v.optional(text),
  created: v.optional(
    v.union([integer, v.strictObject({ gt: bound, gte: bound, lt: bound, lte: bound })]),
  ),
  expand,
}

export type Listing = v.InferOutput<v.StrictObjectSchema<typeof listing, undefined>>

/** Returns the parsed parameters. Throws the ApiError of the first invalid one. */
export function parseParams<S extends v.GenericSchema>(
  schema: S,
  input: FormValue,
): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  throw problemOf(result.issues[0])
}

type Issue = v.BaseIssue<unknown>

function problemOf(issue: Issue) {
  const param = nameOf(issue)
  if (issue.type === 'strict_object') {
    return issue.expected === 'never'
      ? unknownParameter(param)
      : invalidParameter('parameter_missing', param, `Missing required param: ${param}.`)
  }
  const shown = typeof issue.input === 'string' ? issue.input.slice(0, 100) : 'that value'
  switch (issue.message) {
    case 'parameter_invalid_integer':
      return invalidParameter('parameter_invalid_integer', param, `Invalid integer: ${shown}`)
    case 'parameter_invalid_empty':
      return invalidParameter(
        'parameter_invalid_empty',
        param,
        `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      )
    case 'url_invalid':
      return invalidParameter('url_invalid', param, 'Not a valid URL')
    default:
      return invalidParameter('parameter_invalid', param, `Invalid ${param}: ${shown}`)
  }
}

function unknownParameter(param: string) {
  // Removed in API version 2026-09-30.endive, with its own code.
  return param === 'payment_method_types'
    ? invalidParameter(
        'payment_method_types_no_longer_supported',
        param,
        '`payment_method_types` is no longer supported. Use `allowed_payment_method_types` instead.',
      )
    : invalidParameter('parameter_unknown', param, `Received unknown parameter: ${param}`)
}

function nameOf(issue: Issue): string {
  const [first, ...rest] = (issue.path ?? []).map((item) => String(item.key))
  return `${first ?? ''}${rest.map((key) => `[${key}]`).join('')}`
}
