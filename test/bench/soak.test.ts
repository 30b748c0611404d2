import { expect, test } from 'bun:test'
import { soakPage } from '../../bench/soak/page.tsx'
import { kindOf, seriesOf } from '../../bench/soak/sample.ts'
import { startTraffic } from '../../bench/soak/traffic.ts'
import { judge, medianSlope, type Series } from '../../bench/soak/verdict.ts'

/** One sample a minute for half an hour; the last two thirds, from minute 10 on, are judged. */
const series = (valueAt: (minute: number) => number, change: Partial<Series> = {}): Series => ({
  name: 'memory of web',
  unit: 'MiB',
  expected: 'flat',
  floor: 24,
  samples: Array.from({ length: 31 }, (_, minute) => ({ minute, value: valueAt(minute) })),
  ...change,
})
const linear = { expected: 'linear', unit: 'rows', floor: 60 } as const

test.each([
  ['a constant', series(() => 200), false],
  // It ends before minute 10.
  ['growth while it warms up', series((minute) => 100 + 20 * Math.min(minute, 9)), false],
  // 2 a minute for 20 minutes are 40; a tenth of the median of 240 is 24.
  ['a leak', series((minute) => 200 + 2 * minute), true],
  // 1 a minute for 20 minutes are 20, below the minimum of 24.
  ['growth below the floor', series((minute) => 200 + minute), false],
  // 20 minutes at 4 a minute are 80; a tenth of the median of 1080 is 108.
  ['growth below a tenth', series((minute) => 1000 + 4 * minute), false],
  ['a single peak at the end', series((minute) => (minute === 30 ? 2000 : 200)), false],
  ['a sawtooth', series((minute) => 200 + 40 * (minute % 4)), false],
  ['a figure that falls', series((minute) => 900 - 10 * minute), false],
  ['thirty rows a minute', series((minute) => 30 * minute, linear), false],
  // From minute 10 to 20 it adds 300, from 20 to 30 it adds 500: 50 more than 1.5 times, below the minimum of 60.
  ['a little faster', series((minute) => minute ** 2, linear), false],
  // 3000 and 5000: 500 more than 1.5 times.
  ['faster and faster', series((minute) => 10 * minute ** 2, linear), true],
  ['a leak that is not judged', series((minute) => 99 * minute, { expected: 'reported' }), false],
])('%s', (_name, given, grows) => {
  expect(judge(given).grows).toBe(grows)
})

test('few samples are not judged', () => {
  const { samples, ...rest } = series((minute) => 100 * minute)
  expect(judge({ ...rest, samples: samples.slice(0, 5) })).toEqual({
    grows: false,
    reason: 'too few samples to judge',
  })
})

test('the slope of a series is the median of the slopes of its pairs', () => {
  // Slopes 1 (0 to 1), 5 (0 to 2), 9 (1 to 2).
  const points = [0, 1, 10].map((value, minute) => ({ minute, value }))
  expect([medianSlope(points), medianSlope([])]).toEqual([5, 0])
})

test.each([
  ['memory of worker', 'flat'],
  ['memory of stand-in', 'reported'],
  ['rows of orders', 'linear'],
  ['rows of metric_histograms', 'linear'],
  ['rows of rate_counters', 'flat'],
  ['rows of _private_jobs', 'flat'],
  ['size of orders', 'reported'],
] as const)('%s is expected to be %s', (name, expected) => {
  expect(kindOf(name).expected).toBe(expected)
})

test('the page names growing series, and loads nothing', () => {
  const figures = (minute: number) => ({ 'memory of web': 100 + 9 * minute, 'rows of orders': 7 })
  const taken = Array.from({ length: 31 }, (_, minute) => ({ minute, figures: figures(minute) }))
  const page = soakPage({
    startedAt: new Date('2026-01-01T00:00:00Z'),
    minutes: 30,
    commit: '0123abcd',
    counts: { 'a <page>': { done: 5, failed: 1 } },
    problems: ['a page: 500'],
    judged: seriesOf(taken).map((one) => ({ series: one, verdict: judge(one) })),
  })
  for (const text of [
    'Growing: memory of web.',
    'a &lt;page&gt;',
    'Rows of orders',
    'a page: 500',
  ]) {
    expect(page).toContain(text)
  }
  expect(page.match(/(?:src|href)="(?!#|data:,)[^"]*"|url\([^)]*\)|@import|<script/g)).toBeNull()
})

test('an action that fails is counted, and does not end the run', async () => {
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 1) throw new Error('no paper')
  }
  const traffic = startTraffic({ print: { perMinute: 6000, run } }, 1)
  while (runs < 3) await Bun.sleep(5)
  await traffic.stop()
  expect(traffic.counts()['print']).toEqual({ done: runs - 1, failed: 1 })
  expect(traffic.problems()).toEqual(['print: Error: no paper'])
})
