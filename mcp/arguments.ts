// Arguments of a tool call against the tool's schema. A refusal is a sentence that names each argument that is wrong.
import * as v from 'valibot'
import { fail, ok, type Result } from '../server/domain/base/result.ts'

export type ArgumentEntries = v.ObjectEntries

type ArgumentsSchema<E extends ArgumentEntries> = v.StrictObjectSchema<E, undefined>

/** A caller that sends a hundred wrong arguments does not get a hundred sentences. */
const mostProblems = 5
const longestQuote = 60

/**
 * Arguments that are absent or null are none, and a known argument that is null counts as left out: models under strict
 * schemas send null for what they do not set.
 */
export function readArguments<const E extends ArgumentEntries>(
  tool: string,
  schema: ArgumentsSchema<E>,
  args: unknown,
): Result<v.InferOutput<ArgumentsSchema<E>>, string> {
  const given = args ?? {}
  if (typeof given !== 'object' || Array.isArray(given)) {
    return fail(`${tool} takes its arguments as an object, not ${quoted(given)}.`)
  }
  const parsed = v.safeParse(schema, withoutNulls(given, schema.entries))
  if (parsed.success) return ok(parsed.output)
  // Unknown names first: they are often what a required one was called.
  const issues = parsed.issues.toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)))
  const problems = issues.slice(0, mostProblems).map((issue) => problemOf(issue))
  const known = Object.keys(schema.entries)
  const takes =
    known.length === 0 ? `${tool} takes no arguments.` : `${tool} takes ${known.join(', ')}.`
  return fail(`${problems.join(' ')} ${takes}`)
}

/** An unknown name stays, to be refused. */
function withoutNulls(args: object, known: ArgumentEntries): object {
  const kept = Object.entries(args).filter(
    ([name, value]) => value !== null || !Object.hasOwn(known, name),
  )
  return Object.fromEntries(kept)
}

function isUnknown({ type, expected }: v.BaseIssue<unknown>): boolean {
  return type === 'strict_object' && expected === 'never'
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  const name = clipped(v.getDotPath(issue) ?? '')
  if (isUnknown(issue)) return `Unknown argument ${name}.`
  if (issue.type === 'strict_object') return `The argument ${name} is required.`
  if (!issue.message.startsWith('Invalid ')) return `${name}: ${sentence(issue.message)}`
  return `${name} must be ${expectation(issue)}, not ${quoted(issue.input)}.`
}

/** The library's own words say what was expected; they are put into a sentence. */
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

/** What was sent, short and on one line. Lists and objects by their kind alone: they may be nested deeper than any stack. */
function quoted(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return clipped(String(value))
  return clipped(JSON.stringify(value.slice(0, longestQuote + 1)))
}

function clipped(text: string): string {
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
}
