// The capacity of the service, computed by hand from round rates.
import { expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limitsOf, needOf, usual } from '../../bench/capacity/plan.ts'
import type { Rates } from '../../bench/capacity/rates.ts'
import { capacityText } from '../../bench/capacity.ts'

const rates: Rates = {
  measuredAt: '2026-11-23T01:00:00.000Z',
  commit: 'abcdef12',
  machine: { cpu: 'a processor', cores: 2, postgres: '18.0' },
  loadAverage: 0.1,
  known: { serviceMs: 4, postgresMs: 3, walBytes: 10_000, commits: 4 },
  fresh: { serviceMs: 14, postgresMs: 8 },
  historyMs: 0.1,
  orderBytes: 5_000,
  transientBytes: 2_000,
}
const given = {
  ...usual,
  peak: 2,
  freshShare: 0.1,
  busy: 0.5,
  coresPerHost: 4,
  maxConnections: 200,
}

test('the need follows from the rates', () => {
  // 8,640,000 a day are 100 a second, 200 at the peak. The service: 0.9 x 4 + 0.1 x 14 = 5 ms, so 1 core, 2 at half load.
  // PostgreSQL: 0.9 x 3 + 0.1 x 8 + 41 x 0.1 = 7.6 ms, so 1.52 cores, 4 at half load. Mails: 200 x 0.2 s / 4 = 10 workers.
  // 12 processes on 3 hosts; 150 connections are 12 each. Log: 200 x 10 kB. Disk: 8.64 M x (1,095 x 5,000 + 90 x 2,000).
  expect(needOf(8_640_000, rates, given)).toEqual({
    perSecond: 200,
    webProcesses: 2,
    workers: 10,
    hosts: 3,
    databaseCores: 4,
    connectionsEach: 12,
    connections: 144,
    walBytesPerSecond: 2e6,
    walBytesPerDay: 86.4e9,
    diskBytes: 8_640_000 * (1_095 * 5_000 + 90 * 2_000),
  })
})

test('a farm of a few orders takes one process of each kind', () => {
  expect(needOf(100, rates, given)).toMatchObject({
    webProcesses: 1,
    workers: 1,
    hosts: 1,
    databaseCores: 1,
    connectionsEach: 20,
  })
})

test('limits come in the order in which they are met', () => {
  const limits = limitsOf(rates, given)
  const days = limits.map(({ ordersPerDay }) => ordersPerDay)
  expect(days).toEqual(days.toSorted((a, b) => a - b))
  const at = (what: string) => limits.find((limit) => limit.what === what)?.ordersPerDay
  // Four mails in 0.2 s are 20 a second at the peak, 10 on average.
  expect(at('mails of one worker')).toBe(864_000)
  // 0.5 cores of 5 ms are 100 a second at the peak.
  expect(at('one web process')).toBe(4_320_000)
  expect(at('100 calls a second of the card processor')).toBe(4_320_000)
  // 15 s hold 150,000 orders of 0.1 ms, those of 4,200 s: 35.71 a second at the peak.
  expect(at('the sums of an hour in one statement of 15 s')).toBeCloseTo(1_542_857, 0)
})

test('the command prints both and says what is wrong with an argument', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'rates-')), 'rates.json')
  writeFileSync(file, JSON.stringify(rates))
  const shown = capacityText(['--orders-per-day', '8640000', '--rates', file, '--peak', '2'])
  expect(shown.isError).toBe(false)
  expect(shown.text).toContain(
    '8,640,000 orders a day, 200 a second at the peak (2 times the average).',
  )
  expect(shown.text).toContain('Measured on 2026-11-23, commit abcdef12')
  expect(capacityText(['--orders-per-day', '0'])).toEqual({
    text: '--orders-per-day must be a number from 1 to 100000000, but is "0".',
    isError: true,
  })
  expect(capacityText(['--orders-per-day', '5', '--peak', 'x', '--rates', file]).text).toBe(
    '--peak must be a number above 0, but is "x".',
  )
  expect(capacityText(['--many']).text).toStartWith('Usage: npm run capacity')
})
