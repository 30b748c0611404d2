// Options of commands: how they are declared, parsed and validated.
import { parseArgs } from 'node:util'
import { usageError } from './exit-codes.ts'
import { suggestion } from './suggest.ts'

export type OptionSpec = {
  readonly name: string
  readonly description: string
  /** Placeholder for its value in the help, such as `MM`. Absent for a flag. */
  readonly value?: string
  /** Allowed values, in lowercase. Any letter case is accepted. */
  readonly choices?: readonly string[]
  readonly range?: { readonly min: number; readonly max: number; readonly whole?: boolean }
  /** Source of shell completions for its value, other than its choices. */
  readonly completes?: 'file'
}

/** Validated options and positional arguments of a command line. */
export type Arguments = {
  readonly words: readonly string[]
  readonly has: (name: string) => boolean
  readonly text: (name: string) => string | undefined
  readonly number: (name: string) => number | undefined
}

export const commonOptions: readonly OptionSpec[] = [
  { name: 'json', description: 'Print one JSON value on standard output, also for a failure.' },
  {
    name: 'url',
    value: 'URL',
    description: 'Address of the service; instead of SVC_URL and of the one of svc login.',
  },
  {
    name: 'timeout',
    value: 'SECONDS',
    range: { min: 1, max: 3600 },
    description: 'For each request with its retries; up to 120 unless given.',
  },
  { name: 'help', description: 'Show the help of the command.' },
]

/** Throws a usage error that names the wrong option and, if there is a similar one, the right one. */
export function readArguments(
  args: readonly string[],
  specs: readonly OptionSpec[],
  command: string,
): Arguments {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      specs.map(({ name, value }) => [
        name,
        { type: value === undefined ? 'boolean' : 'string' } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values = new Map<string, string | true>()
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const spec = specs.find(({ name }) => name === token.name && token.rawName.startsWith('--'))
    if (spec === undefined) throw unknownOption(token.rawName, specs, command)
    if (values.has(spec.name)) throw usageError(`--${spec.name} is given twice.`)
    values.set(spec.name, checkValue(spec, token.value))
  }
  return {
    words,
    has: (name) => values.has(name),
    text: (name) => {
      const value = values.get(name)
      return value === true ? undefined : value
    },
    number: (name) => {
      const value = values.get(name)
      return value === undefined || value === true ? undefined : Number(value)
    },
  }
}

function unknownOption(rawName: string, specs: readonly OptionSpec[], command: string) {
  const names = specs.map(({ name }) => name)
  const near = suggestion(rawName.replace(/^-+/, ''), names, '--')
  return usageError(
    `svc ${command} has no option ${rawName}.${near || ` svc ${command} --help lists its options.`}`,
  )
}

function checkValue(spec: OptionSpec, given: string | undefined): string | true {
  const { name, value, choices, range } = spec
  if (value === undefined) {
    if (given !== undefined) throw usageError(`--${name} takes no value.`)
    return true
  }
  if (given === undefined || given === '') {
    throw usageError(`--${name} needs a value: --${name} ${value}.`)
  }
  if (choices !== undefined) {
    const chosen = given.toLowerCase()
    if (choices.includes(chosen)) return chosen
    throw usageError(
      `--${name} must be one of ${choices.join(', ')}, not "${given}".${suggestion(given, choices)}`,
    )
  }
  if (range !== undefined) checkNumber(name, given, range)
  return given
}

function checkNumber(
  name: string,
  given: string,
  { min, max, whole = false }: NonNullable<OptionSpec['range']>,
): void {
  const number = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
  const fits = number >= min && number <= max && (!whole || Number.isInteger(number))
  if (!fits) {
    throw usageError(
      `--${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, not "${given}".`,
    )
  }
}

/** Returns `--timeout` in milliseconds. */
export function readTimeoutMs(args: Arguments): number | undefined {
  const seconds = args.number('timeout')
  return seconds === undefined ? undefined : seconds * 1000
}

export const readNumberOr = (args: Arguments, name: string, otherwise: number): number =>
  args.number(name) ?? otherwise
