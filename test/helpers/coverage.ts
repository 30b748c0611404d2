// Reads which requirements the tests verify, from their source text, and compares that with the table.
import type { Requirement } from '../requirements/row'
import { type Token, tokensOf } from './source-tokens'

export type TestFile = { readonly path: string; readonly source: string }

/** One place in a test file that claims a requirement. */
export type Claim = { readonly id: string; readonly place: string }

export type Reading = { readonly claims: readonly Claim[]; readonly problems: readonly string[] }

/** All literal ids in `verifies(...)` and `requirement(...)` calls, and every call that hides its ids. */
export function claimsOf(file: TestFile): Reading {
  const tokens = tokensOf(file.source)
  const claims: Claim[] = []
  const hidden: string[] = []
  let marked = false
  tokens.forEach((token, index) => {
    const place = `${file.path}:${token.line}`
    if (!isCall(tokens, index, 'verifies') && !isCall(tokens, index, 'requirement')) return
    const ids = literalIds(tokens, index + 2)
    for (const id of ids ?? []) claims.push({ id, place })
    if (ids === undefined && token.text === 'verifies') hidden.push(place)
    if (ids !== undefined && token.text === 'requirement') marked = true
  })
  const problems = marked
    ? []
    : hidden.map((at) => `${at}: the id is no literal and no requirement('id')`)
  return { claims, problems: [...problems, ...switchedOff(file, tokens, claims.length > 0)] }
}

/** Every way in which the table and the tests disagree, one line each; empty when all is well. */
export function disagreements(
  rows: readonly Requirement[],
  readings: readonly Reading[],
): string[] {
  const claims = readings.flatMap((reading) => reading.claims)
  const claimed = new Set(claims.map((claim) => claim.id))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const problems = readings.flatMap((reading) => reading.problems)
  for (const id of repeated(rows.map((row) => row.id)))
    problems.push(`${id}: stands twice in the table`)
  for (const claim of claims) {
    const row = byId.get(claim.id)
    if (row === undefined) problems.push(`${claim.place}: unknown requirement ${claim.id}`)
    else if (row.deferred)
      problems.push(`${claim.place}: ${claim.id} is deferred (${row.deferred}) but has a test`)
  }
  for (const row of rows) {
    if (!row.deferred && !claimed.has(row.id))
      problems.push(`${row.id}: no test (${row.behaviour})`)
  }
  return problems
}

/** Counts for people: rows, rows with a test, and deferred rows by what they wait for. */
export function summary(rows: readonly Requirement[], readings: readonly Reading[]): string {
  const claimed = new Set(readings.flatMap((reading) => reading.claims.map((claim) => claim.id)))
  const due = rows.filter((row) => !row.deferred)
  const waiting = new Map<string, number>()
  for (const { deferred } of rows)
    if (deferred) waiting.set(deferred, (waiting.get(deferred) ?? 0) + 1)
  const parts = [...waiting].map(([capability, count]) => `${count} ${capability}`)
  const covered = due.filter((row) => claimed.has(row.id)).length
  return `${rows.length} requirements: ${covered} of ${due.length} due have a test; deferred: ${parts.join(', ') || 'none'}`
}

/**
 * The ids of a table file as they stand in its source: the keys of the object handed to each
 * `requirements(...)` call. An object literal that names a key twice keeps one of them at run time,
 * so a repetition shows only here.
 */
export function tableIds(source: string): string[] {
  const tokens = tokensOf(source)
  return tokens.flatMap((token, index) => {
    const isKey = token.kind === 'string' && tokens[index + 1]?.text === ':'
    return isKey ? [token.text] : []
  })
}

/** Values that occur more than once. */
export function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const value of values) {
    if (seen.has(value)) twice.add(value)
    seen.add(value)
  }
  return [...twice]
}

function isCall(tokens: readonly Token[], index: number, name: string): boolean {
  const token = tokens[index]
  if (token?.kind !== 'word' || token.text !== name || tokens[index + 1]?.text !== '(') return false
  const before = tokens[index - 1]
  return before === undefined || (before.text !== '.' && before.text !== 'function')
}

/** The ids of a first argument that starts at `start`, or undefined when it is no literal. */
function literalIds(tokens: readonly Token[], start: number): string[] | undefined {
  const first = tokens[start]
  if (first?.kind === 'string') return endsArgument(tokens[start + 1]) ? [first.text] : undefined
  if (first?.text !== '[') return undefined
  const ids: string[] = []
  for (let index = start + 1; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (token?.kind === 'string') ids.push(token.text)
    else if (token?.text === ']') return ids.length > 0 ? ids : undefined
    else if (token?.text !== ',') return undefined
  }
  return undefined
}

function endsArgument(token: Token | undefined): boolean {
  return token?.text === ',' || token?.text === ')'
}

/** A suite that is switched off for good cannot claim anything. */
function switchedOff(file: TestFile, tokens: readonly Token[], claims: boolean): string[] {
  if (!claims) return []
  return tokens.flatMap((token, index) => {
    const off = tokens[index + 2]?.text
    const isOff =
      token.text === 'describe' &&
      tokens[index + 1]?.text === '.' &&
      (off === 'skip' || off === 'todo')
    return isOff ? [`${file.path}:${token.line}: describe.${off} around claimed requirements`] : []
  })
}
