import { expect, test } from 'bun:test'
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

test('the page has every row with its history and asks for nothing', () => {
  const page = reportPage({ results: [first, second], scenarios })
  for (const text of ['Ours / baseline', 'History, 2 runs', '4567cdef', '0123abcd', 'not judged'])
    expect(page).toContain(text)
  expect(page).toContain('slicer was skipped: no &lt;slicer>')
  // Any address in it would be a request, or a link out of the file.
  expect(page.match(/(?:src|href)="(?!#|data:,)[^"]*"|url\([^)]*\)|@import|<script/g)).toBeNull()
})

test('a history holds what can be compared: ratios of all machines, times of one', () => {
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

test('a row that the newest run left out keeps its last figure', () => {
  const [price] = historyOf([first, sampleResults({ startedAt: '2026-03-01T12:00:00.000Z' })], [])
  expect(price?.rows[0]?.newest.run.commit).toBe('0123abcd')
})

test('scales have a margin, and begin at 0 where the values come near it', () => {
  // From 90 to 100: one more on both sides. From 10 to 100: from 0 to 109.
  const far = scaleOf([90, 100])
  expect([far.min, far.max, far.at(95)]).toEqual([89, 101, 50])
  const near = scaleOf([10, 100])
  expect([near.min, near.max]).toEqual([0, 109])
  expect([share(25, 100), share(0, 100), share(1, 0)]).toEqual([25, 0.5, 0.5])
})
