import { expect, test } from 'bun:test'
import { statementsRow } from '../../bench/http/paid/rows.ts'
import { detailOf } from '../../bench/report/detail.ts'
import { amount, figureText, grouped } from '../../bench/report/numbers.ts'
import { reportPage } from '../../bench/report/page.tsx'
import { historyOf } from '../../bench/report/row-history.ts'
import { scaleOf, share } from '../../bench/report/scale.ts'
import { busy, sampleResults, sampleRow } from './results-sample.ts'

const scenarios = [{ name: 'price', title: 'the price', baseline: 'a bare server' }]
const first = sampleResults({ rows: [sampleRow([0.8, 0.85, 0.9])] })
const second = sampleResults({
  startedAt: '2026-02-01T12:00:00.000Z',
  commit: '4567cdef',
  rows: [sampleRow([0.7, 0.9, 0.95], {}, busy)],
  skipped: [{ scenario: 'slicer', reason: 'no <slicer>' }],
})

test('the page has every row with its history and loads nothing', () => {
  const page = reportPage({ results: [first, second], scenarios })
  for (const text of [
    '>ours / baseline<',
    'History, 2 runs',
    '4567cdef',
    '0123abcd',
    'not judged',
  ]) {
    expect(page).toContain(text)
  }
  expect(page).toContain('slicer was skipped: no &lt;slicer&gt;')
  // Any address in the page would be a request, or a link out of the file.
  expect(page.match(/(?:src|href)="(?!#|data:,)[^"]*"|url\([^)]*\)|@import|<script/g)).toBeNull()
})

test('the header names the runs of the counted rows', () => {
  const own = { rows: [sampleRow([1, 2, 3], { name: 'tools/call' })], quick: true, seconds: 17 }
  const third = sampleResults({ ...own, startedAt: '2026-02-01T17:55:00.000Z', commit: '89ab' })
  const page = reportPage({ results: [first, second, third], scenarios })
  expect(page).toContain('2 rows: the newest of each row of each scenario, from 2 of 3 runs.')
  expect(page).toContain(', 2026-02-01 17:55 UTC, 17 s, quick run, 1 row<')
  expect(page).toContain('From an earlier run: 2026-02-01 12:00 UTC, full run, 4567cdef')
  expect(page).toContain('>tools/call<')
  expect(reportPage({ results: [first], scenarios })).toContain('1 row, from the only run.')
})

test('a row that is only reported shows that the machine was busy', () => {
  const row = sampleRow([1, 2, 3], { aim: 'reported', met: null }, busy)
  const page = (rows: Parameters<typeof sampleResults>[0]) =>
    reportPage({ results: [sampleResults(rows)], scenarios })
  const badge = '<span>machine busy</span>'
  expect(page({ rows: [row] })).toContain(badge)
  // A row with an aim is not judged, and has a separate badge.
  expect(page({ rows: [sampleRow([1, 2, 3], {}, busy)] })).not.toContain(badge)
})

test('charts have a description of each dot and bar', () => {
  const bars = [
    { name: 'ours', value: 22_684 },
    { name: 'baseline', value: 0 },
  ]
  const pageOf = (part: Parameters<typeof sampleRow>[1]) =>
    reportPage({ results: [sampleResults({ rows: [sampleRow([1, 2, 3], part)] })], scenarios })
  const rate = pageOf({
    figure: '184/s',
    sides: { name: 'CPU for an order', unit: 'ms', better: 'less', bars },
  })
  for (const text of ['CPU for an order, ms', '3 measurements', '22,684 ms', '>0 ms<']) {
    expect(rate).toContain(text)
  }
  const ratio = pageOf({ sides: { name: 'Requests', unit: '/s', better: 'more', bars } })
  for (const text of ['Requests, per second', '3 pairs', '22,684/s']) expect(ratio).toContain(text)
  // Files from before the name was recorded.
  const [row] = [sampleRow([1, 2, 3])]
  const sides = { unit: 'ms', better: 'less', bars } as const
  const old = sampleResults({ rows: [{ ...row, sides: { ...sides, bars: [...bars] } }] })
  expect(reportPage({ results: [old], scenarios })).toContain('Side by side, ms')
})

test('statements are cut between words, and the card shows only their counts', () => {
  const words = 'insert into orders values '.repeat(9)
  const list = [
    { perOrder: 1, text: 'select 1' },
    { perOrder: 1, text: words },
    { perOrder: 0.4, text: 'commit' },
  ]
  const { detail } = statementsRow([{ perOrder: 2.4, list }])
  const found = detailOf(detail)
  expect(found.sentence).toBe(
    'how often an order sends each of its 3 statements: 2\u00a0×\u00a01.00, 0.40',
  )
  expect(found.list[0]).toBe('1.00 select 1')
  expect(found.list[1]).toMatch(/^1\.00 .{80,100} (?:insert|into|orders|values) …$/)
  // Files from before the first line was written.
  expect(detailOf('1.00 select 1\n    0.40 commit')).toEqual({
    sentence: '2 lines: 1.00, 0.40',
    list: ['1.00 select 1', '0.40 commit'],
  })
  expect(detailOf('100/s ours')).toEqual({ sentence: '100/s ours', list: [] })
})

test('numbers have one format, and nothing else is formatted as a number', () => {
  expect([
    amount(22_684.4, '/s'),
    amount(5794, 'ms'),
    amount(0, 'ms'),
    amount(-0.0001, ''),
  ]).toEqual(['22,684/s', '5,794 ms', '0 ms', '0'])
  expect([figureText('0.000 ms'), figureText('0.05 ms'), figureText('12345.6 ms')]).toEqual([
    '0 ms',
    '0.05 ms',
    '12,345.6 ms',
  ])
  const kept = '2026-11-23, 12345678-dirty, a1234, 0.12345, 1,113,030, localhost:8080, #1234, $1000'
  expect(grouped(kept)).toBe(kept)
  expect(grouped('54921/s of 1781 orders; refused {"queue":17407}')).toBe(
    '54,921/s of 1,781 orders; refused {"queue":17,407}',
  )
})

test('a history contains only comparable values: ratios of all machines, and times of one machine', () => {
  const ms = { name: 'time', figure: '5 ms', aim: 'at most 9 ms' }
  const rows = [sampleRow([1, 2, 3]), sampleRow([4, 5, 6], ms)]
  const { machine } = first
  const elsewhere = sampleResults({ rows, machine: { ...machine, cores: 64 } })
  const here = sampleResults({ rows, startedAt: '2026-02-01T12:00:00.000Z' })
  const [price] = historyOf([elsewhere, here], ['measure', 'price'])
  expect(price?.rows.map(({ name, points }) => [name, points.length])).toEqual([
    ['ours / baseline', 2],
    ['time', 1],
  ])
})

test('a row that the newest run omitted keeps its last figure', () => {
  const [price] = historyOf([first, sampleResults({ startedAt: '2026-03-01T12:00:00.000Z' })], [])
  expect(price?.rows[0]?.newest.run.commit).toBe('0123abcd')
})

test('scales have a margin, and begin at 0 when the values are close to it', () => {
  // From 90 to 100: one more on both sides. From 10 to 100: from 0 to 109.
  const far = scaleOf([90, 100])
  expect([far.min, far.max, far.at(95)]).toEqual([89, 101, 50])
  const near = scaleOf([10, 100])
  expect([near.min, near.max]).toEqual([0, 109])
  expect([share(25, 100), share(0, 100), share(1, 0)]).toEqual([25, 0.5, 0.5])
})
