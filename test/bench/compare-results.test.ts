import { expect, test } from 'bun:test'
import {
  compareResults,
  comparisonSummary,
  comparisonText,
} from '../../bench/runner/compare-results.ts'
import type { StoredRow } from '../../bench/runner/results.ts'
import { busy, sampleResults, sampleRow } from './results-sample.ts'

const compared = (before: StoredRow, after: StoredRow) =>
  compareResults(sampleResults({ rows: [before] }), sampleResults({ rows: [after] }))[0]

const ms = { figure: '100 ms', aim: 'at most 200 ms' } as const
const more = sampleRow([0.98, 1, 1.02])
const less = sampleRow([98, 100, 102], ms)

test.each([
  ['overlapping spreads', more, sampleRow([0.85, 0.9, 0.99]), 'same'],
  ['3 % less than before', more, sampleRow([0.96, 0.97, 0.975]), 'slightly worse'],
  ['10 % less than before', more, sampleRow([0.89, 0.9, 0.91]), 'regression'],
  ['10 % more than before', more, sampleRow([1.09, 1.1, 1.11]), 'better'],
  ['4 % slower', less, sampleRow([103, 104, 105], ms), 'slightly worse'],
  ['6 % slower', less, sampleRow([105, 106, 107], ms), 'regression'],
  ['half the time', less, sampleRow([49, 50, 51], ms), 'better'],
] as const)('%s', (_, before, after, outcome) => {
  expect(compared(before, after)?.outcome).toBe(outcome)
})

const scans = (count: number) =>
  sampleRow([], { figure: `${count} scans`, aim: 'at most 0', met: count === 0, exact: true })
const grown = (mb: number, met: boolean) =>
  sampleRow([mb - 1, mb, mb + 1], { figure: `${mb} MB`, aim: 'at most 64 MB', met })
test.each([
  ['no scan, then five', scans(0), scans(5), 'regression'],
  ['five scans, then none', scans(5), scans(0), 'better'],
  ['five scans twice', scans(5), scans(5), 'same'],
  ['growth from below zero to within the aim', grown(-4, true), grown(10, true), 'slightly worse'],
  ['growth from below zero beyond the aim', grown(-4, true), grown(90, false), 'regression'],
  ['growth that ends', grown(90, false), grown(-4, true), 'better'],
] as const)('rows without a ratio: %s', (_, before, after, outcome) => {
  expect(compared(before, after)?.outcome).toBe(outcome)
})

test('the range of the ratio is that of the smallest and the largest values', () => {
  // 45 / 90 and 66 / 60 around 55 / 80.
  const found = compared(sampleRow([60, 80, 90], ms), sampleRow([45, 55, 66], ms))
  expect([found?.ratio, found?.range]).toEqual([0.6875, [0.5, 1.1]])
})

const worse = sampleRow([0.5, 0.5, 0.5])
test.each([
  ['the first run was busy', sampleRow([1, 1, 1], {}, busy), worse, 'busy in the first run'],
  ['the second run was busy', more, sampleRow([0.5, 0.5, 0.5], {}, busy), 'busy in the second run'],
  [
    'both runs were busy',
    sampleRow([1, 1, 1], {}, busy),
    sampleRow([0.5, 0.5, 0.5], {}, busy),
    'busy in both runs',
  ],
  ['a single run', more, sampleRow([0.5], { figure: '0.5' }), 'no spread'],
  ['no number', more, sampleRow([], { figure: 'none' }), 'not a number'],
  ['another unit', more, sampleRow([1, 1, 1], { unit: 's' }), 'units differ'],
  ['no direction', more, sampleRow([0.5, 0.5, 0.5], { aim: 'reported' }), 'neither more nor less'],
] as const)('not judged: %s', (_, before, after, reason) => {
  const found = compared(before, after)
  expect([found?.outcome, found?.reason]).toEqual(['not judged', expect.stringContaining(reason)])
})

test('for another machine or a quick run, only ratios are judged', () => {
  const slower = sampleRow([200, 201, 202], { ...ms, name: 'slower' })
  const rows = (ratio: StoredRow, time: StoredRow) => ({ rows: [ratio, time] })
  const before = sampleResults(rows(more, { ...less, name: 'slower' }))
  const after = sampleResults(rows(worse, slower))
  const others = [
    { ...after, machine: { ...after.machine, cores: 64 } },
    { ...after, machine: { ...after.machine, bun: '9.9.9' } },
    { ...after, quick: true },
  ]
  const outcomes = [after, ...others].map((one) =>
    compareResults(before, one).map(({ outcome }) => outcome),
  )
  expect(outcomes).toEqual([
    ['regression', 'regression'],
    ['regression', 'not judged'],
    ['regression', 'not judged'],
    ['regression', 'not judged'],
  ])
})

test('rows of one run only are named, and the table marks changes', () => {
  const uploads = { ...more, scenario: 'uploads' }
  const before = sampleResults({ rows: [more, { ...more, name: 'old' }, uploads, uploads] })
  const after = sampleResults({ rows: [worse, { ...more, name: 'new' }] })
  const rows = compareResults(before, after)
  expect(rows.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['ours / baseline', 'regression'],
    ['new', 'added'],
    ['old', 'removed'],
    ['ours / baseline', 'removed'],
    ['ours / baseline', 'removed'],
  ])
  expect(comparisonText(rows).split('\n')).toEqual([
    'REGRESSION  price: ours / baseline',
    '            1 -> 0.5, 0.500 times (0.490 to 0.510)',
    'only in B   price: new',
    '            1',
    'only in A   price: old',
    '            1',
    'only in A   uploads: 2 rows',
  ])
  expect(comparisonSummary(rows)).toBe(
    '5 rows: 1 regression over 5 %, 0 slightly worse, 0 the same, 0 better, 0 not judged, 4 in one of the runs only.',
  )
})

test('two runs without a common row say that nothing could be judged', () => {
  const rows = compareResults(sampleResults({ rows: [more] }), sampleResults())
  expect(comparisonSummary(rows)).toEndWith('Nothing could be judged.')
})
