// The requirement table and the judgment of a full run on it. The comparison itself is the last step of `npm test`: a
// test verifies a row only when it ran (test/check-claims.ts).
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type ClaimEvent, judgeClaims, readClaims, repeated } from './helpers/claims.ts'
import type { Requirement } from './requirements/row.ts'
import { REQUIREMENTS } from './requirements.ts'

const root = join(import.meta.dir, '..')
/** The contract and the decisions as they were agreed, where they are next to the checkout. */
const agreed = join(root, '../shared/spec')

const textOf = async (path: string): Promise<string> =>
  (await Bun.file(path).exists()) ? await Bun.file(path).text() : ''

const headingsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('`', ''))

/** Whether the document has all parts of "section: subsection" as headings. "(added later)" after a heading is ignored. */
const hasHeadings = (text: string, parts: readonly string[]): boolean => {
  const headings = headingsOf(text)
  return parts.every((part) =>
    headings.some((heading) => heading === part || heading.startsWith(`${part} (`)),
  )
}

async function isSource(source: string): Promise<boolean> {
  const [, file, heading] = /^([\w./-]+\.md)(?:: (.+))?$/.exec(source) ?? []
  if (file !== undefined) {
    const text = await textOf(join(root, file))
    return text !== '' && (heading === undefined || hasHeadings(text, [heading]))
  }
  const [, decision] = /\(decision (\d+)\)$/.exec(source) ?? []
  const decisions = await textOf(join(root, 'docs/decisions.md'))
  if (decision !== undefined) return new RegExp(`^${decision}\\. `, 'm').test(decisions)
  const contract = await textOf(join(agreed, 'service.md'))
  if (contract === '') return source !== ''
  const parts = source.split(': ')
  if (parts[0] !== 'Decisions') return hasHeadings(contract, parts)
  const all = `${decisions}\n${await textOf(join(agreed, 'decisions.md'))}`
  return hasHeadings(all, parts.slice(1))
}

describe('the table', () => {
  test('has every id once', () => {
    expect(repeated(REQUIREMENTS.map((row) => row.id))).toEqual([])
  })

  test('names sources that exist: a file, its heading, a decision or a heading of the contract', async () => {
    const sources = [...new Set(REQUIREMENTS.map((row) => row.source))]
    const missing = await Promise.all(
      sources.map(async (source) => ((await isSource(source)) ? [] : [source])),
    )
    expect(missing.flat()).toEqual([])
  })

  test('states the rule of every row', () => {
    const empty = REQUIREMENTS.filter((row) => row.behavior.length < 5)
    expect(empty).toEqual([])
    const badIds = REQUIREMENTS.filter((row) => !/^[a-z0-9]+(?:[.-][a-z0-9]+)+$/.test(row.id))
    expect(badIds).toEqual([])
  })
})

describe('the judgment of a run', () => {
  const rows: Requirement[] = [
    { id: 'a.one', source: 's', behavior: 'one holds' },
    { id: 'a.two', source: 's', behavior: 'two holds' },
    { id: 'a.later', source: 's', behavior: 'later holds', deferred: 'other named endpoints' },
  ]
  const records = (lines: string) =>
    readClaims(
      lines
        .trim()
        .split(/\s*\n\s*/)
        .join('\n'),
    )
  const judge = (lines: string, table = rows) => judgeClaims(table, records(lines))
  const both = 'declared a.one\ndeclared a.two\nran a.one\nran a.two'

  test('passes when every due row has a test that ran', () => {
    expect(judge(both)).toEqual({
      problems: [],
      skipped: [],
      summary: '3 requirements: 2 of 2 due were tested, 1 deferred',
    })
  })

  test('fails on a row without a test', () => {
    expect(judge('declared a.one\nran a.one').problems).toEqual(['a.two: no test (two holds)'])
  })

  test('fails on a row whose tests did not run', () => {
    expect(judge(`declared a.one\nran a.one\ndeclared a.two`).problems).toEqual([
      'a.two: none of its tests ran (two holds)',
    ])
  })

  test('names a row whose tests were skipped for a missing requirement, unless another one ran', () => {
    const skipped = 'declared a.one\nran a.one\ndeclared a.two\nskipped a.two'
    expect(judge(skipped)).toMatchObject({ problems: [], skipped: ['a.two'] })
    expect(judge(`${skipped}\nran a.two`)).toMatchObject({ problems: [], skipped: [] })
  })

  test('fails on an unknown id, on a deferred row with a test, and on a duplicate id', () => {
    expect(judge(`${both}\ndeclared a.three`).problems).toEqual([
      'a.three: a test claims it, but the table does not list it',
    ])
    expect(judge(`${both}\ndeclared a.later`).problems).toEqual([
      'a.later: deferred (other named endpoints), but has a test',
    ])
    const twice: Requirement[] = [...rows, { id: 'a.one', source: 's', behavior: 'again' }]
    expect(judge(both, twice).problems).toEqual(['a.one: is listed twice in the table'])
  })

  test('refuses a record that it cannot read', () => {
    const event: ClaimEvent = 'ran'
    expect(readClaims(`${event} a.one\n`)).toEqual([{ event, id: 'a.one' }])
    expect(() => readClaims('passed a.one')).toThrow('Unknown claim record: passed a.one')
  })
})
