// Parses a command line, runs the command and prints its result.
import type { Retry } from '../../typescript/src/index.ts'
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
  /** Arguments after `svc`. */
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
    // An unexpected error is a bug, so its stack is printed.
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
  let served = version
  const options = {
    environment,
    url,
    timeoutMs: readTimeoutMs(args),
    version,
    onServiceVersion: (serviceVersion: string) => {
      served = serviceVersion
    },
    onRetry: (retry: Retry) => {
      if (retry.pauseMs >= announcedPauseMs) terminal.note(pauseText(retry))
    },
  }
  try {
    return await command.run({
      command: name,
      args,
      terminal,
      environment,
      version,
      state: openLocalState(environment),
      session: async () => {
        session ??= openSession(options)
        const opened = await session
        used.url = opened.baseUrl
        return opened
      },
      interruption,
    })
  } finally {
    if (served !== version && version !== sourceVersion) {
      terminal.note(
        `svc ${version} is not the version of ${used.url}, ${served}. Install that one: npm install --global ${used.url}/clients/svc-cli.tgz`,
      )
    }
  }
}

/** Shorter pauses are not announced. */
const announcedPauseMs = 2_000

export function pauseText({ method, path, status, pauseMs }: Retry): string {
  const why =
    status === null
      ? 'The connection failed'
      : status === 429
        ? `The rate limit of ${method} ${path} is used up`
        : `The service responded to ${method} ${path} with status ${status}`
  return `${why}. Trying again in ${Math.ceil(pauseMs / 1000)} s; Ctrl-C stops.`
}

/** Version of a program that runs from its sources and was not built. */
export const sourceVersion = 'source'
