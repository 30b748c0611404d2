// Runs svc: as a function in the process of the test, which is quick, or like a user, built and under Node.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleCli } from '../../../client/cli/bundle.ts'
import { runProgram } from '../../../client/cli/src/program.ts'
import type { Terminal } from '../../../client/cli/src/terminal/terminal.ts'
import { serviceVersion } from '../../../server/domain/base/version.ts'
import { use } from '../../../testing/use.ts'

export type CliRun = {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>
  /** Standard input. */
  readonly input?: string
  /** Version of svc in this process. Defaults to that of the service. */
  readonly version?: string
}

export type Cli = {
  /** Folder for files of the test; HOME is `home` in it. */
  readonly folder: string
  /** Returns a path in it. */
  readonly at: (name: string) => string
  /** Runs svc without a terminal, in this process. Words that are file names refer to files in `folder`. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<CliRun>
  /** Runs it with --json, expects the exit code, and returns the one printed value. */
  readonly json: (code: number, args: readonly string[], options?: RunOptions) => Promise<unknown>
  /** Runs the built program, under Node in `folder`. */
  readonly runBuilt: (args: readonly string[], options?: RunOptions) => Promise<CliRun>
  /** Returns the built svc.js, once `start` or `command` needs it. */
  readonly program: () => Promise<string>
  readonly start: (
    args: readonly string[],
    options?: RunOptions,
  ) => Promise<Bun.Subprocess<'pipe', 'pipe', 'pipe'>>
  readonly environment: (options?: RunOptions) => Record<string, string>
}

/** Opens the CLI. `env`: environment of every run. */
export const useCli = (env: () => Readonly<Record<string, string>>): Cli =>
  use(
    () => cliIn(mkdtempSync(join(tmpdir(), 'svc-cli-')), env),
    ({ folder }) => rmSync(folder, { recursive: true, force: true }),
  )

function cliIn(folder: string, env: () => Readonly<Record<string, string>>): Cli {
  const at = (name: string) => join(folder, name)
  let built: Promise<string> | undefined
  const program = () => {
    built ??= bundleCli(at('dist')).then(() => at('dist/svc.js'))
    return built
  }
  const environment: Cli['environment'] = (options = {}) => ({
    PATH: process.env['PATH'] ?? '',
    HOME: at('home'),
    XDG_CONFIG_HOME: at('home/config'),
    XDG_STATE_HOME: at('home/state'),
    TZ: 'UTC',
    ...env(),
    ...options.env,
  })
  const run: Cli['run'] = async (words, options = {}) => {
    const out: string[] = []
    const notes: string[] = []
    const code = await runProgram({
      words: words.map((word) => (/^\w+\.(?:stl|json|png|gcode)$/.test(word) ? at(word) : word)),
      terminal: silentTerminal({ out, notes, input: options.input ?? '' }),
      environment: environment(options),
      version: options.version ?? serviceVersion,
      interruption: { doubt: null, hint: null },
    })
    const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
    return { code, stdout: textOf(out), stderr: textOf(notes) }
  }
  const start: Cli['start'] = async (args, options) =>
    Bun.spawn(['node', await program(), ...args], {
      cwd: folder,
      env: environment(options),
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })
  return {
    folder,
    at,
    run,
    runBuilt: async (args, options) => {
      const child = await start(args, options)
      child.stdin.write(options?.input ?? '')
      await child.stdin.end()
      const [stdout, stderr, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ])
      return { code, stdout, stderr }
    },
    json: async (code, args, options) => {
      const done = await run([...args, '--json'], options)
      if (done.code === code) return JSON.parse(done.stdout)
      throw new Error(`exit code ${done.code}, not ${code}: ${done.stdout}${done.stderr}`)
    },
    program,
    start,
    environment,
  }
}

type Written = { readonly out: string[]; readonly notes: string[]; readonly input: string }

const silentTerminal = ({ out, notes, input }: Written): Terminal => ({
  isInteractive: false,
  hasProgress: false,
  print: (line) => void out.push(line),
  note: (line) => void notes.push(line),
  bold: (text) => text,
  faint: (text) => text,
  good: (text) => text,
  bad: (text) => text,
  progress: () => ({ update: () => {}, end: () => {} }),
  confirm: async () => false,
  readSecret: async () => input.trim(),
  readInput: async () => Buffer.from(input),
})
