// `npm run capacity -- --orders-per-day 100000 [--rates FILE] [--peak 3] ...`: prints the
// processes, hosts, cores, connections, log and disk for a number of orders per day, and the limits
// in the order in which they are reached. The cost of an order is read from a file that `bun
// bench/capacity/measure.ts` wrote. docs/capacity.md explains the figures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { problemOf } from '../server/local/launcher/command-line.ts'
import { type Assumptions, limitsOf, needOf, usual } from './capacity/plan.ts'
import { type Rates, ratesSchema } from './capacity/rates.ts'

const usualRates = join(import.meta.dir, 'capacity/rates.json')

type Option = {
  /** Text of the usage after the name, with the unit. */
  readonly what: string
  /** Text that completes the sentence "--peak is ...". */
  readonly rule: string
  readonly isRight: (value: number) => boolean
}

const between = (least: number, most: number) => (value: number) => value >= least && value <= most
const wholeUpTo = (most: number) => (value: number) =>
  Number.isInteger(value) && value >= 1 && value <= most

const maxOrders = 100_000_000
const ordersOption: Option = {
  what: 'orders a day',
  rule: `a whole number from 1 to ${maxOrders}`,
  isRight: wholeUpTo(maxOrders),
}

const options: Readonly<Record<string, Option & { readonly key: keyof Assumptions }>> = {
  peak: {
    key: 'peak',
    what: 'orders in the busiest hour / in an average hour',
    rule: 'the busiest hour over the average one: a number from 1 to 1000, such as 3',
    isRight: between(1, 1_000),
  },
  'fresh-share': {
    key: 'freshShare',
    what: 'share of the orders whose part was never measured, 0 to 1',
    rule: 'a share between 0 and 1, such as 0.2',
    isRight: between(0, 1),
  },
  busy: {
    key: 'busy',
    what: 'how busy processors may be at the peak, as a share, above 0 to 1',
    rule: 'a share between 0 and 1, such as 0.6',
    isRight: (value) => value > 0 && value <= 1,
  },
  'cores-per-host': {
    key: 'coresPerHost',
    what: 'cores of a host that runs web processes and workers',
    rule: 'a whole number of cores from 1 to 1024',
    isRight: wholeUpTo(1_024),
  },
  'database-cores': {
    key: 'databaseCores',
    what: 'cores of the largest machine for the database',
    rule: 'a whole number of cores from 1 to 1024',
    isRight: wholeUpTo(1_024),
  },
  'max-connections': {
    key: 'maxConnections',
    what: 'max_connections of PostgreSQL; the service takes three quarters',
    // The maximum that PostgreSQL accepts.
    rule: 'the max_connections of PostgreSQL: a whole number from 1 to 262143',
    isRight: wholeUpTo(262_143),
  },
  'mail-ms': {
    key: 'mailMs',
    what: 'milliseconds that the mail server takes for one mail',
    rule: 'the milliseconds of one mail: a number from 1 to 600000, such as 200',
    isRight: between(1, 600_000),
  },
  'processor-calls': {
    key: 'processorCalls',
    what: 'calls a second that the card processor grants',
    rule: 'a number of calls a second from 1 to 1000000, such as 100',
    isRight: between(1, 1_000_000),
  },
  years: {
    key: 'years',
    what: 'years that the orders are kept',
    rule: 'a number of years above 0 and up to 100',
    isRight: (value) => value > 0 && value <= 100,
  },
}

const usageLine = (option: string, what: string) => `  ${option.padEnd(22)}${what}`
const usage = [
  'Usage: npm run capacity -- --orders-per-day N [--OPTION VALUE ...]',
  usageLine('--orders-per-day N', `${ordersOption.what}, 1 to ${maxOrders}`),
  usageLine('--rates FILE', 'what an order costs (default bench/capacity/rates.json)'),
  ...Object.entries(options).map(([name, { key, what }]) =>
    usageLine(`--${name} N`, `${what} (default ${usual[key]})`),
  ),
].join('\n')

type Output = { readonly text: string; readonly isError: boolean }

/**
 * Returns the text for the arguments of the command. Returns an error sentence, with the usage
 * where that helps, when an argument or the file of rates is invalid.
 */
export function capacityText(argv: readonly string[]): Output {
  if (argv.includes('--help') || argv.includes('-h')) return { text: usage, isError: false }
  try {
    const { ordersPerDay, given, file } = readArguments(argv)
    return { text: textOf(ordersPerDay, readRates(file), given), isError: false }
  } catch (error) {
    if (error instanceof WrongArgument) return { text: `${error.message}\n${usage}`, isError: true }
    if (error instanceof WrongFile) return { text: error.message, isError: true }
    throw error
  }
}

class WrongArgument extends Error {}
class WrongFile extends Error {}

type Arguments = {
  readonly ordersPerDay: number
  readonly given: Assumptions
  readonly file: string
}

function readArguments(argv: readonly string[]): Arguments {
  const { 'orders-per-day': orders, rates: file = usualRates, ...others } = parsed(argv)
  if (orders === undefined) throw new WrongArgument('--orders-per-day is missing.')
  const ordersPerDay = numberOf('orders-per-day', orders, ordersOption)
  const given = { ...usual }
  for (const [name, option] of Object.entries(options)) {
    const text = others[name]
    if (text !== undefined) given[option.key] = numberOf(name, text, option)
  }
  return { ordersPerDay, given, file }
}

function parsed(argv: readonly string[]): Readonly<Record<string, string | undefined>> {
  const names = ['orders-per-day', 'rates', ...Object.keys(options)]
  const known = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
  try {
    return { ...parseArgs({ args: [...argv], options: known }).values }
  } catch (error) {
    throw new WrongArgument(`${problemOf(error)}.`)
  }
}

function numberOf(name: string, text: string, { rule, isRight }: Option): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!isRight(value)) throw new WrongArgument(`--${name} is ${rule}, but "${text}" was given.`)
  return value
}

function readRates(path: string): Rates {
  const wrong = (why: string) =>
    new WrongFile(`--rates ${path} ${why}. bun bench/capacity/measure.ts writes such a file.`)
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw wrong(
      error instanceof SyntaxError ? 'is not JSON' : `cannot be read: ${problemOf(error)}`,
    )
  }
  const { success, output, issues } = v.safeParse(ratesSchema, json)
  if (success) return output
  const [issue] = issues
  throw wrong(`does not hold rates: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`)
}

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
    loadText(rates),
    '',
    `web processes      ${need.webProcesses}`,
    `workers            ${need.workers}`,
    `hosts              ${need.hosts} of ${given.coresPerHost} cores`,
    `database cores     ${need.databaseCores}`,
    `connections        ${need.connections}, ${need.connectionsEach} for each process`,
    `write-ahead log    ${bytes(need.walBytesPerSecond)}/s at the peak, ${bytes(need.walBytesPerDay)} a day`,
    `disk of database   ${bytes(need.diskBytes)} after ${given.years} years`,
    '',
    `Limits, lowest first. "!" marks those that ${whole(ordersPerDay)} orders a day exceed; the remedy follows the colon.`,
    ...limitsOf(rates, given).map(
      ({ what, ordersPerDay: at, remedy }) =>
        `${at < ordersPerDay ? '! ' : '  '}${whole(at).padStart(13)} a day  ${what}: ${remedy}`,
    ),
  ]
  return lines.join('\n')
}

function loadText({ loadAverage, machine }: Rates): string {
  const load = `The load average was ${loadAverage.toFixed(1)} then`
  return loadAverage > machine.cores
    ? `${load}, more than the cores: the processor times are some percent too long.`
    : `${load}.`
}

if (import.meta.main) {
  const { text, isError } = capacityText(process.argv.slice(2))
  if (isError) {
    console.error(text)
    process.exit(2)
  }
  console.log(text)
}
