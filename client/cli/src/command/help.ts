// Help of the program and of its commands.

import { exitCodeMeanings } from '../terminal/exit-codes.ts'
import { commonOptions, type OptionSpec } from '../terminal/options.ts'
import { table } from '../terminal/table.ts'
import type { Command } from './command.ts'

export function programHelp(commands: readonly Command[]): string[] {
  return [
    'svc: prices, orders and models of a print farm, from the command line.',
    '',
    'Usage: svc COMMAND [options]',
    '',
    'Commands:',
    ...indent(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options of every command:',
    ...optionLines(commonOptions),
    '',
    'svc --version shows the version.',
    '',
    'Environment:',
    ...indent([
      ['SVC_URL', 'Address of the service; else the one of svc login, else http://localhost:3000.'],
      ['SVC_API_KEY', 'API key, instead of the stored one.'],
      ['SVC_EXTENSION_TOKEN', 'Extension token, instead of the stored one.'],
      ['NO_COLOR', 'No colors if it is set.'],
    ]),
    '',
    'Exit codes:',
    ...indent(exitCodeMeanings.map(([code, meaning]) => [String(code), meaning])),
    '',
    'svc COMMAND --help describes a command. First steps: svc login, svc quote part.stl, svc order part.stl --dry-run.',
  ]
}

export function commandHelp({ name, summary, words, options, notes = [] }: Command): string[] {
  return [
    summary,
    '',
    `Usage: svc ${[name, words, '[options]'].filter((part) => part !== '').join(' ')}`,
    '',
    'Options:',
    ...optionLines([...options, ...commonOptions]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ]
}

const optionLines = (options: readonly OptionSpec[]): string[] =>
  indent(
    options.map(({ name, value, choices, description }) => [
      `--${name}${value === undefined ? '' : ` ${value}`}`,
      `${choices === undefined ? '' : `${choices.join(', ')}. `}${description}`,
    ]),
  )

const indent = (rows: readonly (readonly string[])[]): string[] =>
  table(rows).map((row) => `  ${row}`)
