// `npm run capacity -- --orders-per-day 100000 [--rates FILE] [--peak 3] ...`: processes, hosts, cores, connections, log and disk for a number
// of orders a day, and the limits in the order in which they are met. What an order costs is read from a file that
// `bun bench/capacity/measure.ts` wrote; docs/capacity.md explains the figures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { type Assumptions, limitsOf, needOf, usual } from './capacity/plan.ts'
import { type Rates, ratesSchema } from './capacity/rates.ts'

const maxOrders = 100_000_000

const options: Readonly<Record<string, keyof Assumptions>> = {
  peak: 'peak',
  'fresh-share': 'freshShare',
  busy: 'busy',
  'cores-per-host': 'coresPerHost',
  'database-cores': 'databaseCores',
  'max-connections': 'maxConnections',
  'mail-ms': 'mailMs',
  'processor-calls': 'processorCalls',
  years: 'years',
}

/** What to print, or a sentence that says what is wrong with the arguments. */
export function capacityText(argv: readonly string[]): { text: string; isError: boolean } {
  const wrong = (text: string) => ({ text, isError: true })
  const parsed = v.safeParse(record, read(argv))
  if (!parsed.success) {
    const names = ['orders-per-day', 'rates', ...Object.keys(options)]
    return wrong(
      `Usage: npm run capacity -- --orders-per-day N [--OPTION VALUE]. Options: ${names.join(', ')}.`,
    )
  }
  const { 'orders-per-day': sent = '', rates: file, ...given } = parsed.output
  const ordersPerDay = Number(sent)
  if (!(ordersPerDay >= 1 && ordersPerDay <= maxOrders)) {
    return wrong(`--orders-per-day must be a number from 1 to ${maxOrders}, but is "${sent}".`)
  }
  const assumptions = { ...usual }
  for (const [name, text] of Object.entries(given)) {
    const key = options[name]
    const value = Number(text)
    if (key === undefined || !(value > 0)) {
      return wrong(`--${name} must be a number above 0, but is "${text}".`)
    }
    assumptions[key] = value
  }
  const rates = readRates(file ?? join(import.meta.dir, 'capacity/rates.json'))
  return { text: textOf(ordersPerDay, rates, assumptions), isError: false }
}

const record = v.record(v.string(), v.string())

function read(argv: readonly string[]): unknown {
  const names = ['orders-per-day', 'rates', ...Object.keys(options)]
  try {
    const known = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
    return parseArgs({ args: [...argv], options: known }).values
  } catch {
    return null
  }
}

const readRates = (path: string): Rates =>
  v.parse(ratesSchema, JSON.parse(readFileSync(path, 'utf8')))

function textOf(ordersPerDay: number, rates: Rates, given: Assumptions): string {
  const need = needOf(ordersPerDay, rates, given)
  const whole = (value: number) => Math.round(value).toLocaleString('en-US')
  const bytes = (value: number) =>
    value >= 1e12
      ? `${(value / 1e12).toFixed(1)} TB`
      : value >= 1e9
        ? `${(value / 1e9).toFixed(1)} GB`
        : `${(value / 1e6).toFixed(1)} MB`
  const lines = [
    `${whole(ordersPerDay)} orders a day, ${need.perSecond.toFixed(need.perSecond < 10 ? 2 : 0)} a second at the peak (${given.peak} times the average).`,
    `Measured on ${rates.measuredAt.slice(0, 10)}, commit ${rates.commit}, ${rates.machine.cores} cores of ${rates.machine.cpu}, PostgreSQL ${rates.machine.postgres}.`,
    '',
    `web processes      ${need.webProcesses}`,
    `workers            ${need.workers}`,
    `hosts              ${need.hosts} of ${given.coresPerHost} cores`,
    `database cores     ${need.databaseCores}`,
    `connections        ${need.connections}, ${need.connectionsEach} for each process`,
    `write-ahead log    ${bytes(need.walBytesPerSecond)}/s at the peak, ${bytes(need.walBytesPerDay)} a day`,
    `disk of database   ${bytes(need.diskBytes)} after ${given.years} years`,
    '',
    'Limits, the first one first:',
    ...limitsOf(rates, given).map(
      ({ what, ordersPerDay: at, remedy }) =>
        `${at < ordersPerDay ? '! ' : '  '}${whole(at).padStart(13)} a day  ${what}: ${remedy}`,
    ),
  ]
  return lines.join('\n')
}

if (import.meta.main) {
  const { text, isError } = capacityText(process.argv.slice(2))
  if (isError) {
    console.error(text)
    process.exit(2)
  }
  console.log(text)
}
