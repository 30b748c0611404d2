// Reads the words of a command line, runs one command and prints its result.
import type { Command, CommandResult, Interruption } from './command/command.ts'
import { commandHelp, programHelp } from './command/help.ts'
import { commands } from './commands/list.ts'
import { cliErrorOf } from './service/client-errors.ts'
import { openLocalState } from './service/local-state.ts'
import { openSession, readBaseUrl, type Session } from './service/session.ts'
import { CliError, type ExitCode, exitCodes, usageError } from './terminal/exit-codes.ts'
import { type Arguments, commonOptions, readArguments, readTimeoutMs } from './terminal/options.ts'
import { suggestion } from './terminal/suggest.ts'
import type { Terminal } from './terminal/terminal.ts'

export type Program = {
  /** After `svc`. */
  readonly words: readonly string[]
  readonly terminal: Terminal
  readonly environment: NodeJS.ProcessEnv
  readonly version: string
  readonly interruption: Interruption
}

/** Rejects only on a bug. */
export async function runProgram(program: Program): Promise<ExitCode> {
  const { words, terminal } = program
  const hasJson = words.includes('--json')
  const used = { url: 'The service' }
  try {
    const result = await resultOf(program, used)
    if (hasJson) {
      terminal.print(JSON.stringify(result.json, null, 2))
    } else {
      for (const line of result.lines) terminal.print(line)
    }
    return result.exitCode ?? exitCodes.done
  } catch (thrown) {
    const error = cliErrorOf(thrown, used.url)
    // An unexpected error is a bug: its stack is printed.
    if (!(error instanceof CliError)) throw error
    const { message, exitCode, fields } = error
    terminal.note(`svc: ${message}`)
    if (hasJson) terminal.print(JSON.stringify({ error: message, exitCode, ...fields }, null, 2))
    return exitCode
  }
}

async function resultOf(program: Program, used: { url: string }): Promise<CommandResult> {
  const { words, version } = program
  const [first, ...rest] = words
  if (first === '--version') return { json: { version }, lines: [version] }
  if (first === undefined || first === '--help' || first === 'help') {
    const asked = commands.find(({ name }) => name === rest[0])
    const lines = asked === undefined ? programHelp(commands) : commandHelp(asked)
    const exitCode = first === undefined ? exitCodes.usage : exitCodes.done
    return { json: { help: lines.join('\n') }, lines, exitCode }
  }
  const command = commands.find(({ name }) => name === first)
  if (command === undefined) {
    const names = commands.map(({ name }) => name)
    const near = suggestion(first, names, 'svc ') || ' svc --help lists the commands.'
    throw usageError(`svc has no command ${first}.${near}`)
  }
  const args = readArguments(rest, [...command.options, ...commonOptions], command.name)
  if (!args.has('help')) return run(program, command, args, used)
  const lines = commandHelp(command)
  return { json: { help: lines.join('\n') }, lines }
}

async function run(
  { terminal, environment, version, interruption }: Program,
  command: Command,
  args: Arguments,
  used: { url: string },
): Promise<CommandResult> {
  const { name, maxWords } = command
  if (args.words.length > maxWords) {
    throw usageError(
      `svc ${name} does not take "${args.words[maxWords]}". A value with spaces needs quotes; svc ${name} --help shows the usage.`,
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
    session: async () => {
      session ??= openSession({ environment, url, timeoutMs: readTimeoutMs(args), version })
      const opened = await session
      used.url = opened.baseUrl
      return opened
    },
    interruption,
  })
}
