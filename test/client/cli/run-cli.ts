// Runs svc as its users do: the built program, under Node, in a home folder of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCli } from '../../../client/cli/build.ts'
import { use } from '../../helpers/use.ts'

export type CliRun = {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** `bun` in place of Node. */
  readonly through?: readonly string[]
}

export type Cli = {
  /** The built svc.js. */
  readonly program: string
  /** A folder for files of the test; HOME is `home` in it. */
  readonly folder: string
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<CliRun>
  /** Runs it, expects the exit code, and returns the one JSON value of its output. */
  readonly json: (code: number, args: readonly string[], options?: RunOptions) => Promise<unknown>
  readonly start: (
    args: readonly string[],
    options?: RunOptions,
  ) => Bun.Subprocess<'pipe', 'pipe', 'pipe'>
  readonly environment: (options?: RunOptions) => Record<string, string>
}

/** `env` holds what every run has in its environment. */
export const useCli = (env: () => Readonly<Record<string, string>>): Cli =>
  use(
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'svc-cli-'))
      await buildCli(join(folder, 'dist'))
      return cliIn(folder, env)
    },
    ({ folder }) => rmSync(folder, { recursive: true, force: true }),
  )

function cliIn(folder: string, env: () => Readonly<Record<string, string>>): Cli {
  const program = join(folder, 'dist', 'svc.js')
  const environment = (options: RunOptions = {}) => ({
    PATH: process.env['PATH'] ?? '',
    HOME: join(folder, 'home'),
    TZ: 'UTC',
    ...env(),
    ...options.env,
  })
  const start: Cli['start'] = (args, options = {}) =>
    Bun.spawn([...(options.through ?? ['node']), program, ...args], {
      cwd: folder,
      env: environment(options),
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    })
  const run: Cli['run'] = async (args, options = {}) => {
    const child = start(args, options)
    child.stdin.write(options.input ?? '')
    await child.stdin.end()
    const [stdout, stderr, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { code, stdout, stderr }
  }
  return {
    program,
    folder,
    run,
    json: async (code, args, options) => {
      const done = await run([...args, '--json'], options)
      if (done.code !== code)
        throw new Error(`exit code ${done.code}, not ${code}: ${done.stdout}${done.stderr}`)
      return JSON.parse(done.stdout)
    },
    start,
    environment,
  }
}
