// The capacity of the service, computed manually from round rates.
import { expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limitsOf, type Need, needOf, usual } from '../../bench/capacity/plan.ts'
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

test('the required resources are computed from the rates', () => {
  // 8,640,000 a day are 100 a second, 200 at the peak. The service: 0.9 x 4 + 0.1 x 14 = 5 ms, so 1 core, 2 at half
  // load. PostgreSQL: 0.9 x 3 + 0.1 x 8 + 41 x 0.1 = 7.6 ms, so 1.52 cores, 4 at half load. Emails: 200 x 0.2 s / 4 =
  // 10 workers. 2 cores are half of a host, because workers wait for emails. 12 processes; 150 connections are 12
  // each. Log: 200 x 10 kB. Disk: 8.64 M x (1,095 x 5,000 + 90 x 2,000).
  expect(needOf(8_640_000, rates, given)).toEqual({
    perSecond: 200,
    webProcesses: 2,
    workers: 10,
    hosts: 1,
    databaseCores: 4,
    connectionsEach: 12,
    connections: 144,
    walBytesPerSecond: 2e6,
    walBytesPerDay: 86.4e9,
    diskBytes: 8_640_000 * (1_095 * 5_000 + 90 * 2_000),
  })
})

test('a farm of a few orders needs one process of each kind', () => {
  expect(needOf(100, rates, given)).toMatchObject({
    webProcesses: 1,
    workers: 1,
    hosts: 1,
    databaseCores: 1,
    connectionsEach: 20,
  })
})

test('limits are listed in the order in which they are reached', () => {
  const limits = limitsOf(rates, given)
  const days = limits.map(({ ordersPerDay }) => ordersPerDay)
  expect(days).toEqual(days.toSorted((a, b) => a - b))
  const at = (what: string) => limits.find((limit) => limit.what === what)?.ordersPerDay
  // Four emails in 0.2 s are 20 a second at the peak, 10 on average.
  expect(at('mails of one worker')).toBe(864_000)
  // 0.5 cores of 5 ms are 100 a second at the peak.
  expect(at('one web process')).toBe(4_320_000)
  expect(at('100 calls a second of the card processor')).toBe(4_320_000)
  // 15 s are enough for 150,000 orders of 0.1 ms, those of 4,200 s: 35.71 a second at the peak.
  expect(at('the sums of an hour in one statement of 15 s')).toBeCloseTo(1_542_857, 0)
})

test.each<[string, RegExp, (need: Need) => boolean]>([
  ['web processes', /one web process/, ({ webProcesses }) => webProcesses > 1],
  ['workers', /mails of one worker/, ({ workers }) => workers > 1],
  ['hosts', /one host of 4 cores/, ({ hosts }) => hosts > 1],
  ['cores of the database', /64 cores of the database/, (need) => need.databaseCores > 64],
  ['connections', /three quarters of 200/, ({ connections }) => connections > 150],
])('%s exceed the limit exactly beyond its figure', (_, name, isExceeded) => {
  const at = limitsOf(rates, given).find(({ what }) => name.test(what))?.ordersPerDay ?? Number.NaN
  expect(isExceeded(needOf(at * 0.999, rates, given))).toBe(false)
  expect(isExceeded(needOf(at * 1.001, rates, given))).toBe(true)
})

const file = join(mkdtempSync(join(tmpdir(), 'rates-')), 'rates.json')
writeFileSync(file, JSON.stringify(rates))
const shown = (orders: string, ...args: readonly string[]) =>
  capacityText(['--orders-per-day', orders, '--rates', file, ...args])

test('the command prints the required resources and the limits, and explains its marks', () => {
  const { text, isError } = shown('8640000', '--peak', '2')
  expect(isError).toBe(false)
  expect(text).toContain('8,640,000 orders a day, 200 a second at the peak (2 times the average).')
  expect(text).toContain('Measured on 2026-11-23, commit abcdef12')
  expect(text).toContain('The load average was 0.1 then.')
  expect(text).toContain('"!" marks those that 8,640,000 orders a day exceed')
})

test('too few connections for one process of each kind exceed a limit', () => {
  expect(shown('1', '--max-connections', '3').text).toContain(
    '!             0 a day  three quarters of 3 connections',
  )
})

test('rates measured on a busy machine are marked', () => {
  writeFileSync(`${file}.busy`, JSON.stringify({ ...rates, loadAverage: 7.07 }))
  const { text } = capacityText(['--orders-per-day', '1', '--rates', `${file}.busy`])
  expect(text).toContain('The load average was 7.1 then, more than the cores')
})

test.each([
  [['--many'], "Unknown option '--many'."],
  [[], '--orders-per-day is missing.'],
  [['--orders-per-day'], "Option '--orders-per-day <value>' argument missing."],
  [
    ['--orders-per-day', '0'],
    '--orders-per-day is a whole number from 1 to 100000000, but "0" was given.',
  ],
  [['--busy', '60'], '--busy is a share between 0 and 1, such as 0.6, but "60" was given.'],
  [['--busy', '0'], '--busy is a share'],
  [['--fresh-share', '1.5'], '--fresh-share is a share between 0 and 1'],
  [['--peak', '0.5'], '--peak is the busiest hour over the average one'],
  [['--peak', ''], '--peak is the busiest hour over the average one'],
  [['--cores-per-host', '1.5'], '--cores-per-host is a whole number'],
  [['--max-connections', '0'], '--max-connections is the max_connections of PostgreSQL'],
  [['--years', 'Infinity'], '--years is a number of years'],
])('%p is refused with the problem before the usage', (args, problem) => {
  const isAboutOrders = problem.includes('orders-per-day')
  const { text, isError } = capacityText(isAboutOrders ? args : ['--orders-per-day', '5', ...args])
  expect(isError).toBe(true)
  expect(text).toStartWith(problem)
  expect(text).toContain('\nUsage: npm run capacity -- --orders-per-day N')
})

test('a share of 0 is allowed where nothing is divided by it', () => {
  expect(shown('5', '--fresh-share', '0').isError).toBe(false)
})

test.each([
  ['nosuch.json', 'cannot be read: ENOENT'],
  ['package.json', 'does not hold rates: measuredAt: '],
  ['README.md', 'is not JSON'],
])('--rates %s is refused in one line', (path, why) => {
  const { text, isError } = capacityText(['--orders-per-day', '5', '--rates', path])
  expect(isError).toBe(true)
  expect(text).toStartWith(`--rates ${path} ${why}`)
  expect(text).not.toContain('\n')
})

test('--help prints the usage with units and defaults', () => {
  const { text, isError } = capacityText(['--help'])
  expect(isError).toBe(false)
  expect(text).toMatch(/--mail-ms N +milliseconds .* \(default 200\)/)
})
