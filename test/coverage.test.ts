// The gate between the contract and the tests: every requirement that is due has a test, every test names
// a requirement that exists, and a capability that has arrived is no longer deferred.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source text
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  claimsOf,
  disagreements,
  repeated,
  summary,
  type TestFile,
  tableIds,
} from './helpers/coverage'
import { REQUIREMENTS } from './requirements'
import type { Requirement } from './requirements/row'

async function filesOf(pattern: string): Promise<TestFile[]> {
  const paths = [...new Bun.Glob(pattern).scanSync(import.meta.dir)].sort()
  return Promise.all(
    paths.map(async (path) => ({
      path,
      source: await Bun.file(join(import.meta.dir, path)).text(),
    })),
  )
}

describe('coverage of the contract', () => {
  test('every due requirement has a test, every tested one exists and is due', async () => {
    const files = await filesOf('**/*.test.{ts,tsx}')
    const readings = files.filter((file) => file.path !== 'coverage.test.ts').map(claimsOf)
    console.log(summary(REQUIREMENTS, readings))
    expect(disagreements(REQUIREMENTS, readings)).toEqual([])
  })

  test('the tables name every id once', async () => {
    const ids = (await filesOf('requirements/*.ts')).flatMap((file) => tableIds(file.source))
    expect(repeated(ids)).toEqual([])
    expect(ids.toSorted()).toEqual(REQUIREMENTS.map((row) => row.id).toSorted())
  })

  test('every row says where it stands and what holds', () => {
    const empty = REQUIREMENTS.filter((row) => row.source === '' || row.behaviour.length < 5)
    expect(empty).toEqual([])
    const badIds = REQUIREMENTS.filter((row) => !/^[a-z0-9]+(?:[.-][a-z0-9]+)+$/.test(row.id))
    expect(badIds).toEqual([])
  })
})

describe('the gate itself', () => {
  const rows: Requirement[] = [
    { id: 'a.one', source: 's', behaviour: 'one holds' },
    { id: 'a.two', source: 's', behaviour: 'two holds' },
    { id: 'a.later', source: 's', behaviour: 'later holds', deferred: 'other named endpoints' },
  ]
  const both = "verifies(['a.one', 'a.two'], () => {})"
  const judge = (source: string, table = rows) =>
    disagreements(table, [claimsOf({ path: 'x.test.ts', source })])

  test('passes when all due rows have tests', () => {
    expect(judge(both)).toEqual([])
  })

  test('fails on a row without a test', () => {
    expect(judge("verifies('a.one', () => {})")).toEqual(['a.two: no test (two holds)'])
  })

  test('fails on an unknown id', () => {
    expect(judge(`${both}\nverifies('a.three', () => {})`)).toEqual([
      'x.test.ts:2: unknown requirement a.three',
    ])
  })

  test('fails on an id that stands twice', () => {
    const twice = [...rows, { id: 'a.one', source: 's', behaviour: 'again' }]
    expect(judge(both, twice)).toEqual(['a.one: stands twice in the table'])
    expect(repeated(tableIds("requirements('s', { 'a.b': 'x', 'a.b': 'y', 'a.c': 'z' })"))).toEqual(
      ['a.b'],
    )
  })

  test('fails on a deferred row that has a test', () => {
    expect(judge(`${both}\nverifies('a.later', () => {})`)).toEqual([
      'x.test.ts:2: a.later is deferred (other named endpoints) but has a test',
    ])
  })

  test('does not count calls in comments, strings, templates or regular expressions', () => {
    const sources = [
      "// verifies('a.one', () => {})\n/* verifies('a.two', () => {}) */",
      "/** verifies('a.one', () => {}) */ const a = \"verifies('a.two', 1)\"",
      "const a = `verifies('a.one', ${'x'} verifies('a.two', 1)`",
      "const a = /verifies('a.one', 1)[/'\"`]/; const b = \"verifies('a.two', 1)\"",
      "other.verifies('a.one', 1); function verifies('a.two') {}",
    ]
    const expected = ['a.one: no test (one holds)', 'a.two: no test (two holds)']
    for (const source of sources)
      expect({ source, found: judge(source) }).toEqual({ source, found: expected })
  })

  test('counts calls behind comments, templates and regular expressions', () => {
    const sources = [
      "verifies(/* why */ 'a.one', () => {}) // it's\nverifies(\n  [\n    'a.two',\n  ],\n  () => {})",
      "const a = `${`'${1 / 2}`}`; verifies('a.one', 1); const q = a.match(/['\"`]/g)\nverifies('a.two', 1)",
      'const a = b / c; const d = "/"; verifies(\'a.one\', 1); verifies(`a.two`, 1)',
      "const a = `${f({ a: '}' })}`; verifies('a.one', 1); verifies('a.two', 1)",
    ]
    for (const source of sources)
      expect({ source, found: judge(source) }).toEqual({ source, found: [] })
  })

  test('counts ids of a data table only when they are marked', () => {
    const loop = 'for (const row of table) verifies(row.id, () => {})'
    const marked = "const table = [{ id: requirement('a.one') }, { id: requirement('a.two') }]"
    expect(judge(`${marked}\n${loop}`)).toEqual([])
    const unmarked = "const table = [{ id: 'a.one' }, { id: 'a.two' }]"
    expect(judge(`${unmarked}\n${loop}`)).toContain(
      "x.test.ts:2: the id is no literal and no requirement('id')",
    )
  })

  test('fails on a suite that is switched off', () => {
    expect(judge(`describe.skip('x', () => {\n${both}\n})`)).toEqual([
      'x.test.ts:1: describe.skip around claimed requirements',
    ])
  })
})
