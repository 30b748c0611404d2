// Validates the arguments of a tool call against the tool's schema. A refusal is a sentence that names each invalid
// argument.
import * as v from 'valibot'
import { fail, ok, type Result } from '../server/domain/base/result.ts'
import { quoteForeign } from '../server/domain/base/text/text.ts'

export type ArgumentEntries = v.ObjectEntries

type ArgumentsSchema<E extends ArgumentEntries> = v.StrictObjectSchema<E, undefined>

/** Maximum number of invalid arguments that a refusal names. It names all missing ones. */
const maxProblems = 5

/**
 * Parses the arguments. Absent or null arguments are treated as none, and a known argument that is null is treated as
 * omitted, because models with strict schemas send null for unset values.
 */
export function readArguments<const E extends ArgumentEntries>(
  tool: string,
  schema: ArgumentsSchema<E>,
  args: unknown,
): Result<v.InferOutput<ArgumentsSchema<E>>, string> {
  const values = args ?? {}
  if (typeof values !== 'object' || Array.isArray(values)) {
    return fail(`${tool} takes its arguments as an object, not ${quote(values)}.`)
  }
  const withoutMessage = new WeakSet<object>()
  const parsed = v.safeParse(schema, withoutNulls(values, schema.entries), {
    // Called if the schema has no message.
    message: (issue) => {
      withoutMessage.add(issue)
      return issue.message
    },
  })
  if (parsed.success) return ok(parsed.output)
  // Unknown names first: often one is a misspelled required argument.
  const unknown = parsed.issues.filter(isUnknown)
  const missing = parsed.issues.filter(isMissing)
  const invalid = parsed.issues.filter((issue) => !isUnknown(issue) && !isMissing(issue))
  const problemOf = (issue: v.BaseIssue<unknown>) =>
    withoutMessage.has(issue)
      ? expectationText(issue)
      : `${nameOf(issue)}: ${sentence(issue.message)}`
  const problems = [
    ...unknown.slice(0, maxProblems).map(unknownText),
    ...(missing.length === 0 ? [] : [missingText(missing.map(nameOf))]),
    ...invalid.slice(0, maxProblems).map(problemOf),
  ]
  const known = Object.keys(schema.entries)
  const takes =
    known.length === 0 ? `${tool} takes no arguments.` : `${tool} takes ${known.join(', ')}.`
  return fail(`${problems.join(' ')} ${takes}`)
}

/** Removes null values of known arguments. Keeps unknown names, which are then refused. */
function withoutNulls(args: object, known: ArgumentEntries): object {
  const entries = Object.entries(args).filter(
    ([name, value]) => value !== null || !Object.hasOwn(known, name),
  )
  return Object.fromEntries(entries)
}

function isUnknown({ type, expected }: v.BaseIssue<unknown>): boolean {
  return type === 'strict_object' && expected === 'never'
}

const isMissing = (issue: v.BaseIssue<unknown>): boolean =>
  issue.type === 'strict_object' && !isUnknown(issue)

const nameOf = (issue: v.BaseIssue<unknown>): string => v.getDotPath(issue) ?? ''

const missingText = (names: readonly string[]): string =>
  names.length === 1
    ? `The argument ${names.join()} is required.`
    : `The arguments ${listed.format(names)} are required.`

const listed = new Intl.ListFormat('en', { type: 'conjunction' })

const unknownText = (issue: v.BaseIssue<unknown>): string =>
  `Unknown argument ${quotedStart(nameOf(issue))}.`

const expectationText = (issue: v.BaseIssue<unknown>): string =>
  `${nameOf(issue)} must be ${expectation(issue)}, not ${quote(issue.input)}.`

/** Returns the value that the schema expects, as part of a sentence. */
function expectation({ kind, type, expected, requirement }: v.BaseIssue<unknown>): string {
  if (type === 'number' || type === 'integer') {
    return type === 'integer' ? 'a whole number' : 'a number'
  }
  if (type === 'string') return 'a string'
  if (type === 'boolean') return 'true or false'
  if (type === 'min_value') return `at least ${requirement}`
  if (type === 'max_value') return `at most ${requirement}`
  if (type === 'min_length') return `at least ${requirement} characters long`
  if (type === 'max_length') return `at most ${requirement} characters long`
  if (kind === 'schema' && (type === 'picklist' || type === 'literal')) {
    const values = (expected ?? '').replaceAll(/["()]/g, '')
    return values.includes(' | ') ? `one of ${values.replaceAll(' | ', ', ')}` : values
  }
  return expected ?? type
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Quotes the sent value. Names only the kind of a list or object, which may be nested too deeply to serialize. */
function quote(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? quotedStart(value) : String(value)
}

/** Quotes the start of a text. Cleans only the shown part of a long text. */
export const quotedStart = (text: string): string => quoteForeign(text.slice(0, 500))
