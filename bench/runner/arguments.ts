// The command line of `npm run bench`.
import { parseArgs } from 'node:util'
import { problemOf } from '../../server/local/launcher/command-line.ts'
import type { Scenario } from '../lib/scenario.ts'

export type Plan = {
  readonly action: 'run' | 'list' | 'help'
  readonly quick: boolean
  /** Whether a row that is not judged fails the run. */
  readonly strict: boolean
  readonly scenarios: readonly Scenario[]
}

/** Parses the arguments. Returns an error sentence when they are invalid. */
export function readArguments(args: readonly string[], all: readonly Scenario[]): Plan | string {
  const options = {
    list: { type: 'boolean' },
    quick: { type: 'boolean' },
    strict: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    return `${problemOf(error)}. Usage: npm run bench -- [NAME ...] [--quick] [--strict] [--list]. Try npm run bench -- --help.`
  }
  const { values, positionals: names } = parsed
  const unknown = names.filter((name) => !all.some((scenario) => scenario.name === name))
  if (unknown.length > 0) {
    const known = all.map(({ name }) => name).join(', ')
    const noun = unknown.length === 1 ? 'scenario' : 'scenarios'
    return `Unknown ${noun}: ${unknown.join(', ')}. The scenarios are ${known}.`
  }
  const quick = values.quick === true
  const isChosen = ({ name, quickMinutes, onlyNamed }: Scenario) =>
    names.length > 0 ? names.includes(name) : !onlyNamed && (!quick || quickMinutes !== undefined)
  return {
    action: values.help ? 'help' : values.list ? 'list' : 'run',
    quick,
    strict: values.strict === true,
    scenarios: all.filter(isChosen),
  }
}

/** Returns the expected minutes of the scenario in this plan. */
export function minutesOf({ minutes, quickMinutes }: Scenario, quick: boolean): number {
  return quick ? (quickMinutes ?? minutes) : minutes
}
