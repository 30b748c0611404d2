import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from '../../bench/lib/row.ts'
import type { Scenario } from '../../bench/lib/scenario.ts'
import { readArguments } from '../../bench/runner/arguments.ts'
import { exitCodeOf } from '../../bench/runner/exit-code.ts'
import { createProgress, secondsLeft } from '../../bench/runner/progress.ts'
import {
  findResults,
  headText,
  readAllResults,
  readResults,
  refuseSameRun,
  type StoredRow,
  writeResults,
} from '../../bench/runner/results.ts'
import { runScenarios } from '../../bench/runner/run-scenarios.ts'
import { summaryText } from '../../bench/runner/summary.ts'
import { busy, quiet, sampleResults, sampleRow } from './results-sample.ts'

let folder = ''
const folders: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-results-'))
  folders.push(folder)
})
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true })
})

const row = (name: string): Row => ({
  name,
  figure: '1.0',
  aim: 'at least 2',
  met: false,
  detail: '',
})
const scenario = (name: string, part: Partial<Scenario> = {}): Scenario => ({
  name,
  title: name,
  baseline: 'nothing',
  minutes: 1,
  run: async () => row(name),
  ...part,
})

async function runAll(
  scenarios: readonly Scenario[],
  { load = quiet, quick = false, signal = new AbortController().signal } = {},
) {
  const printed: string[] = []
  const said: string[] = []
  const server = { baseUrl: '', pid: 0, stateDir: '', stop: async () => {} }
  const demo = { email: '', password: '', apiKey: '', baseUrl: '' }
  const results = await runScenarios({
    scenarios,
    bench: { server: { ...server, demo }, databaseUrl: '', quick },
    meter: { start: async () => {}, read: () => load },
    progress: createProgress({
      minutes: 1,
      write: (text) => said.push(text),
      isTerminal: false,
      nowMs: () => 0,
    }),
    print: (text) => printed.push(text),
    save: (now) => writeResults(now, folder),
    results: sampleResults({ ended: 'interrupted' }),
    nowMs: () => 0,
    signal,
  })
  return { results, printed, said: said.join('') }
}

test('each row is printed and saved before the next one is measured', async () => {
  const seen: unknown[] = []
  const stored = () => {
    const { rows, ended } = readResults(join(folder, 'latest.json'))
    return [rows.map(({ name, verdict }) => `${name} ${verdict}`), ended]
  }
  const steps = scenario('steps', {
    run: async ({ row: report }) => {
      await report(row('one'))
      seen.push(stored())
      return row('two')
    },
  })
  const last = scenario('last', {
    run: async () => {
      seen.push(stored())
      return []
    },
  })
  const { printed } = await runAll([steps, last])
  expect(seen).toEqual([
    [['one missed'], 'interrupted'],
    [['one missed', 'two missed'], 'interrupted'],
  ])
  expect(stored()[1]).toBe('complete')
  expect(printed).toEqual([
    'one\n    1.0, aim at least 2 (MISSED)\n    ',
    'two\n    1.0, aim at least 2 (MISSED)\n    ',
  ])
})

test('on a busy machine no row is judged, and the reason is stated', async () => {
  const { results, printed } = await runAll([scenario('price')], { load: busy })
  expect(results.rows.map(({ verdict }) => verdict)).toEqual(['not judged'])
  expect(printed[0]).toContain(
    '(not judged)\n    machine busy: other processes took 40 % of the cores',
  )
})

test('an exact figure is judged on a busy machine too', async () => {
  const exact = scenario('scans', { run: async () => ({ ...row('scans'), exact: true }) })
  const { results } = await runAll([exact], { load: busy })
  expect(results.rows).toMatchObject([{ verdict: 'missed', spread: { p10: 1, p90: 1 } }])
})

test('a scenario that fails, or lacks a requirement, does not stop the others', async () => {
  const wrong = scenario('wrong', {
    run: async ({ row: report }) => {
      await report(row('before'))
      throw new Error('wrong price')
    },
  })
  const missing = scenario('missing', {
    needs: [{ name: 'a slicer', missing: () => 'Install a slicer.' }],
  })
  const { results, said } = await runAll([wrong, missing, scenario('right')])
  expect(results.rows.map(({ name }) => name)).toEqual(['before', 'right'])
  expect(results.failed).toEqual([{ scenario: 'wrong', reason: 'wrong price' }])
  expect(results.skipped).toEqual([{ scenario: 'missing', reason: 'Install a slicer.' }])
  expect(said).toContain('wrong: FAILED. wrong price\nmissing: skipped. Install a slicer.\n')
})

test('a run that measures nothing writes no file and states the reason', async () => {
  const needs = [{ name: 'a slicer', missing: () => 'Install a slicer.' }]
  const slicer = scenario('slicer', { needs })
  const estimate = scenario('estimate', { needs })
  const wrong = scenario('wrong', { run: () => Promise.reject(new Error('wrong price')) })
  const said = async (...chosen: readonly Scenario[]) =>
    summaryText((await runAll(chosen)).results, null)
  expect(await said(estimate)).toBe(
    'Nothing was measured: estimate was skipped. No file was written.',
  )
  expect(await said(wrong, slicer, estimate)).toBe(
    'Nothing was measured: wrong failed; slicer, estimate were skipped. No file was written.',
  )
  expect(readdirSync(folder)).toEqual([])
})

test('the file names the scenarios that were skipped before the first row', async () => {
  const needs = [{ name: 'a slicer', missing: () => 'Install a slicer.' }]
  const { results } = await runAll([scenario('estimate', { needs }), scenario('price')])
  expect(readResults(join(folder, 'latest.json')).skipped).toHaveLength(1)
  expect(summaryText(results, join(process.cwd(), 'a.json'))).toBe(
    '1 row: 0 met, 1 missed, 0 not judged (machine busy), 0 reported, 1 skipped. The rows are in a.json.',
  )
})

test('an interrupted run keeps its rows, and omits failures caused by the interruption', async () => {
  const interruption = new AbortController()
  const interrupted = scenario('interrupted', {
    run: async ({ row: report }) => {
      await report(row('before'))
      interruption.abort()
      await report(row('after'))
      throw new Error('its server has ended')
    },
  })
  const { signal } = interruption
  const { results, printed, said } = await runAll([interrupted, scenario('next')], { signal })
  expect(results).toMatchObject({ ended: 'interrupted', failed: [] })
  expect(results.rows.map(({ name }) => name)).toEqual(['before'])
  expect(readResults(join(folder, 'latest.json'))).toEqual(results)
  expect(printed).toHaveLength(1)
  expect(said).not.toContain('FAILED')
})

test('a quick run chooses the smaller number', async () => {
  const counts: number[] = []
  const counting = scenario('counting', {
    run: async ({ choose }) => {
      counts.push(choose(7, 3))
      return []
    },
  })
  await runAll([counting])
  await runAll([counting], { quick: true })
  expect(counts).toEqual([7, 3])
})

const all = [
  scenario('price', { quickMinutes: 0.2 }),
  scenario('uploads'),
  scenario('ledgers', { onlyNamed: true }),
]
test.each([
  [[], 'run', ['price', 'uploads']],
  [['--quick'], 'run', ['price']],
  [['ledgers', 'price'], 'run', ['price', 'ledgers']],
  [['--quick', 'uploads'], 'run', ['uploads']],
  [['--list'], 'list', ['price', 'uploads']],
  [['--help', '--list'], 'help', ['price', 'uploads']],
] as const)('the arguments %p are read', (args, action, names) => {
  const plan = readArguments(args, all)
  if (typeof plan === 'string') throw new Error(plan)
  expect([plan.action, plan.scenarios.map(({ name }) => name)]).toEqual([action, [...names]])
})

test('a row that is not judged, and a run without rows, fail only a strict run', () => {
  const exitCode = (rows: StoredRow[], strict: boolean, failed = 0) =>
    exitCodeOf(
      { rows, failed: Array.from({ length: failed }, () => ({ scenario: 'price', reason: '' })) },
      { strict },
    )
  const met = sampleRow([1, 1, 1])
  const missed = sampleRow([1, 1, 1], { met: false })
  const unjudged = sampleRow([1, 1, 1], {}, busy)
  expect([met, missed, unjudged].map(({ verdict }) => verdict)).toEqual([
    'met',
    'missed',
    'not judged',
  ])
  const cases = [[met], [met, missed], [met, unjudged], []]
  expect(cases.map((rows) => exitCode(rows, false))).toEqual([0, 1, 0, 0])
  expect(cases.map((rows) => exitCode(rows, true))).toEqual([0, 1, 1, 1])
  expect([exitCode([met], false, 1), exitCode([met], true, 1)]).toEqual([1, 1])
  expect(readArguments(['--strict'], all)).toMatchObject({ strict: true })
  expect(readArguments([], all)).toMatchObject({ strict: false })
})

test('wrong arguments are reported with a sentence', () => {
  expect(readArguments(['prices'], all)).toBe(
    'Unknown scenario: prices. The scenarios are price, uploads, ledgers.',
  )
  expect(readArguments(['--fast'], all)).toBe(
    "Unknown option '--fast'. Usage: npm run bench -- [NAME ...] [--quick] [--strict] [--list]. Try npm run bench -- --help.",
  )
})

test('a run is found by its file, its name and its commit; the newest run of a commit wins', () => {
  const old = writeResults(sampleResults(), folder)
  const later = { startedAt: '2026-02-01T08:30:00.000Z', dirty: true }
  const newer = writeResults(sampleResults(later), folder)
  expect(readdirSync(folder).toSorted()).toEqual([
    '2026-01-31T120000-0123abcd.json',
    '2026-02-01T083000-0123abcd-dirty.json',
    'latest.json',
  ])
  expect(findResults(old, folder)).toBe(old)
  expect(findResults('2026-01-31T120000-0123abcd', folder)).toBe(old)
  expect(findResults('0123ab', folder)).toBe(newer)
  expect(findResults('0123abcd4567', folder)).toBe(newer)
  for (const missing of ['ffff', 'no-branch', '--all', '.']) {
    expect(() => findResults(missing, folder)).toThrow(`There is no file and no commit ${missing}`)
  }
  expect(() => findResults('HEAD', folder)).toThrow('There is no run of HEAD (commit ')
  expect(readResults(join(folder, 'latest.json'))).toEqual(sampleResults(later))
})

test('a run and its copy are the same run, and different from other runs of its commit', () => {
  const older = sampleResults()
  const newer = sampleResults({ startedAt: '2026-02-01T08:30:00.000Z', ended: 'interrupted' })
  const path = writeResults(older, folder)
  writeResults(newer, folder)
  const latest = join(folder, 'latest.json')
  expect(() => refuseSameRun(readResults(latest), newer, folder)).toThrow(
    'A and B are the same run. Runs of 0123abcd: 2026-01-31T120000-0123abcd.json, 2026-02-01T083000-0123abcd.json.',
  )
  expect(() => refuseSameRun(older, newer, folder)).not.toThrow()
  expect(headText(path, older).split('\n')).toEqual([
    expect.stringMatching(/2026-01-31T120000-0123abcd\.json: 0 rows, complete$/),
    '   0123abcd, 2026-01-31T12:00:00.000Z, 2 x Example CPU, Bun 1.4.5',
  ])
  expect(headText(latest, newer)).toContain(
    'latest.json (2026-02-01T083000-0123abcd.json): 0 rows, interrupted',
  )
})

test('a file of another schema, or a truncated one, is named and never read as results', () => {
  writeResults(sampleResults(), folder)
  writeFileSync(join(folder, '2026-02-02T000000-0123abcd.json'), '{"schema":1,"rows":[')
  writeFileSync(join(folder, '2026-02-03T000000-0123abcd.json'), '{"machine":{},"rows":[]}')
  const { results, unreadable } = readAllResults(folder)
  expect(results).toEqual([sampleResults()])
  expect(unreadable).toEqual([
    expect.stringContaining('2026-02-02T000000-0123abcd.json cannot be read as JSON'),
    expect.stringContaining(
      '2026-02-03T000000-0123abcd.json does not hold results of this version',
    ),
  ])
})

test('the time left is the planned time until a quarter of the pairs has run', () => {
  // 20 of the planned 60 seconds are over.
  const now = { minutes: 1, elapsedMs: 20_000 }
  expect(secondsLeft({ ...now, done: 0, of: 0 })).toBe(40)
  expect(secondsLeft({ ...now, done: 1, of: 8 })).toBe(40)
  // Two of eight pairs took 20 seconds: six more take 60.
  expect(secondsLeft({ ...now, done: 2, of: 8 })).toBe(60)
  expect(secondsLeft({ minutes: 0.1, elapsedMs: 20_000, done: 0, of: 0 })).toBe(0)
})
