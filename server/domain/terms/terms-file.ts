// The file of TERMS_FILE: the farm's terms with a version, as JSON.

import { isObject } from '../base/is-object.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { fileVersionRule, isFileVersion } from '../base/text/file-version.ts'
import { singleLine } from '../base/text/text.ts'
import { isDay } from '../base/time/day.ts'
import type { Terms } from '../catalog/terms.ts'
import { pathText, readTerms, type TermsProblem } from './read-terms.ts'

export type TermsFile = {
  readonly version: number
  /** null = as soon as every process has read it. */
  readonly validFrom: Date | null
  readonly reason: string | null
  readonly terms: Terms
}

/** 400 closed days take 8,000 characters. */
const maxTermsCharacters = 32_000
/** Limited because each problem searches the whole text for its line. */
const maxProblems = 20

/** Parses the file. Each problem is a sentence with the line. */
export const parseTermsFile = (text: string): Result<TermsFile, readonly string[]> =>
  parse(text, { needsVersion: true })

/** Parses the text of a file on the desk, where its `version` is ignored. */
export const parseTermsText = (
  text: string,
): Result<Omit<TermsFile, 'version'>, readonly string[]> =>
  text.length > maxTermsCharacters
    ? fail([`must have at most ${maxTermsCharacters.toLocaleString('en-US')} characters.`])
    : parse(text, { needsVersion: false })

function parse(
  withMark: string,
  { needsVersion }: { readonly needsVersion: boolean },
): Result<TermsFile, readonly string[]> {
  const text = withMark.replace(/^\uFEFF/, '')
  let stated: unknown
  try {
    stated = JSON.parse(text)
  } catch (error) {
    return fail([
      `is not valid JSON: ${error instanceof Error ? error.message : String(error)}. ${jsonPlace(text)}`,
    ])
  }
  if (!isObject(stated) || Array.isArray(stated)) return fail(['must hold a JSON object.'])
  const { version, validFrom, reason, ...terms } = stated
  const problems: TermsProblem[] = []
  if (needsVersion && !isFileVersion(version)) {
    problems.push({ path: ['version'], rule: fileVersionRule })
  }
  const from = typeof validFrom === 'string' ? momentOf(validFrom) : null
  if (validFrom !== undefined && from === null) {
    problems.push({
      path: ['validFrom'],
      rule: 'must be a moment with its offset, such as 2027-01-01T00:00:00Z',
    })
  }
  if (
    reason !== undefined &&
    !(typeof reason === 'string' && reason.length <= maxTermsReasonCharacters)
  ) {
    problems.push({
      path: ['reason'],
      rule: `must be a text of at most ${maxTermsReasonCharacters} characters`,
    })
  }
  const read = readTerms(terms)
  if (!read.ok) problems.push(...read.failure)
  if (problems.length > 0 || !read.ok) {
    const sentences = problems.slice(0, maxProblems).map((problem) => sentenceOf(text, problem))
    return fail(problems.length > maxProblems ? [...sentences, 'And more.'] : sentences)
  }
  return ok({
    version: Number(version),
    validFrom: from,
    reason: typeof reason === 'string' ? singleLine(reason) || null : null,
    terms: read.value,
  })
}

export const maxTermsReasonCharacters = 500

const hasZone = /^(\d{4}-\d\d-\d\d)T(\d\d):\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/**
 * Returns null for a time without an offset, and for a day or hour that does not exist: February 30 would be parsed as
 * a day in March.
 */
function momentOf(text: string): Date | null {
  const [, day = '', hour] = hasZone.exec(text) ?? []
  if (!isDay(day) || Number(hour) > 23) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}

function sentenceOf(text: string, { path, rule }: TermsProblem): string {
  return `line ${lineOf(text, path)}: ${pathText(path)} ${rule}.`
}

/** Returns the line of the member, or of its closest ancestor in the file. */
function lineOf(text: string, path: TermsProblem['path']): number {
  let at = 0
  for (const part of path) {
    const next = typeof part === 'number' ? nthBrace(text, at, part) : memberAt(text, at, part)
    if (next === -1) break
    at = next
  }
  return lineAt(text, at)
}

/** Returns the position of the member's name, as opposed to a value with the same text. */
function memberAt(text: string, from: number, name: string): number {
  const quoted = JSON.stringify(name)
  for (let at = text.indexOf(quoted, from); at !== -1; at = text.indexOf(quoted, at + 1)) {
    if (/^\s*:/.test(text.slice(at + quoted.length))) return at
  }
  return -1
}

function nthBrace(text: string, from: number, index: number): number {
  let at = from
  for (let count = 0; count <= index; count++) {
    at = text.indexOf('{', at + 1)
    if (at === -1) return -1
  }
  return at
}

/** Returns the first line with a comment, or with a comma before a closing brace or bracket: the usual mistakes. */
function jsonPlace(text: string): string {
  let commaLine: number | null = null
  for (const [index, untrimmed] of text.split('\n').entries()) {
    const line = untrimmed.trim()
    if (line === '') continue
    if (line.startsWith('//')) return `Check line ${index + 1}.`
    if (commaLine !== null && closes(line[0])) return `Check line ${commaLine}.`
    if (hasLastComma(line)) return `Check line ${index + 1}.`
    commaLine = line.endsWith(',') ? index + 1 : null
  }
  return 'Check the commas, quotes and braces.'
}

const closes = (character: string | undefined): boolean => character === '}' || character === ']'

/** Whether the line has a comma that only blanks separate from a closing brace or bracket. */
function hasLastComma(line: string): boolean {
  let before = ''
  for (const character of line) {
    if (before === ',' && closes(character)) return true
    if (character.trim() !== '') before = character
  }
  return false
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length
