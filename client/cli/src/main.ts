// svc: reads the command line, runs one command, prints its result and ends with its exit code.
import { writeSync } from 'node:fs'
import type { Command, CommandResult, Interruption } from './command/command.ts'
import { commandHelp, programHelp } from './command/help.ts'
import { commands } from './commands/list.ts'
import { cliErrorOf } from './service/client-errors.ts'
import { openLocalState } from './service/local-state.ts'
import { openSession, readBaseUrl, type Session } from './service/session.ts'
import { CliError, type ExitCode, exitCodes, usageError } from './terminal/exit-codes.ts'
import { type Arguments, commonOptions, readArguments } from './terminal/options.ts'
import { suggestion } from './terminal/suggest.ts'
import { createTerminal, type Terminal } from './terminal/terminal.ts'

/** Set by build.ts. */
declare const svcVersion: string | undefined

const version = typeof svcVersion === 'string' ? svcVersion : 'source'
const environment = process.env
const words = process.argv.slice(2)
const hasJson = words.includes('--json')
const terminal = createTerminal(environment)
/** Of the service that the command talks to. */
let usedUrl = 'The service'
const interruption: Interruption = { doubt: null, hint: null }

// `svc orders | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(exitCodes.done)
})
process.once('SIGINT', () => {
  const { doubt, hint } = interruption
  const message =
    doubt ?? `Interrupted. Nothing was ordered or charged.${hint === null ? '' : ` ${hint}`}`
  const exitCode = doubt === null ? exitCodes.interrupted : exitCodes.unknown
  const clear = terminal.hasProgress ? '\r\u001b[2K' : ''
  // Synchronous, because the process ends at once.
  writeSync(2, `${clear}${message}\n`)
  if (hasJson) writeSync(1, `${JSON.stringify({ error: message, exitCode })}\n`)
  process.exit(exitCode)
})

process.exitCode = await main(terminal)

async function main(terminal: Terminal): Promise<ExitCode> {
  try {
    const [first, ...rest] = words
    const result = await resultOf(first, rest, terminal)
    if (hasJson) terminal.print(JSON.stringify(result.json, null, 2))
    else for (const line of result.lines) terminal.print(line)
    return result.exitCode ?? exitCodes.done
  } catch (error) {
    return report(error, terminal)
  }
}

async function resultOf(
  first: string | undefined,
  rest: readonly string[],
  terminal: Terminal,
): Promise<CommandResult> {
  if (first === '--version') return { json: { version }, lines: [version] }
  if (first === undefined || first === '--help' || first === 'help') {
    const asked = commands.find(({ name }) => name === rest[0])
    const lines = asked === undefined ? programHelp(commands) : commandHelp(asked)
    return {
      json: { help: lines.join('\n') },
      lines,
      exitCode: first === undefined ? exitCodes.usage : exitCodes.done,
    }
  }
  const command = commands.find(({ name }) => name === first)
  if (command === undefined) {
    const names = commands.map(({ name }) => name)
    throw usageError(
      `svc has no command ${first}.${suggestion(first, names, 'svc ') || ' svc --help lists the commands.'}`,
    )
  }
  const args = readArguments(rest, [...command.options, ...commonOptions], command.name)
  if (args.has('help')) {
    const lines = commandHelp(command)
    return { json: { help: lines.join('\n') }, lines }
  }
  return run(command, args, terminal)
}

async function run(command: Command, args: Arguments, terminal: Terminal): Promise<CommandResult> {
  if (args.words.length > command.maxWords) {
    const word = args.words[command.maxWords] ?? ''
    throw usageError(
      `svc ${command.name} does not take "${word}". A value with spaces needs quotes; svc ${command.name} --help shows the usage.`,
    )
  }
  const url = args.text('url')
  if (url !== undefined) readBaseUrl(url)
  let session: Promise<Session> | undefined
  return command.run({
    args,
    terminal,
    environment,
    version,
    state: openLocalState(environment),
    session: () => {
      session ??= openSession({ environment, url, version }).then((opened) => {
        usedUrl = opened.baseUrl
        return opened
      })
      return session
    },
    interruption,
  })
}

async function report(thrown: unknown, terminal: Terminal): Promise<ExitCode> {
  const error = cliErrorOf(thrown, usedUrl)
  // An unexpected error is a bug: its stack is printed.
  if (!(error instanceof CliError)) throw error
  terminal.note(`svc: ${error.message}`)
  if (hasJson) {
    terminal.print(
      JSON.stringify({ error: error.message, exitCode: error.exitCode, ...error.fields }, null, 2),
    )
  }
  return error.exitCode
}
