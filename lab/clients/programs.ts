// The third-party clients as programs: the command for each, from the folder that install.sh prints.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import * as v from 'valibot'

const HERE = import.meta.dir

export type Program = {
  /** Includes its version. */
  readonly name: string
  readonly isInstalled: boolean
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export type Run = { readonly code: number; readonly output: string; readonly errors: string }

/** Returns the installation's folder. Takes minutes the first time. */
export function install(): string {
  const { stdout } = Bun.spawnSync(['bash', join(HERE, 'install.sh')], { stderr: 'inherit' })
  return stdout.toString().trim()
}

export const isIn = (folder: string, part: string) => existsSync(join(folder, part, 'installed'))

export const python = (
  folder: string,
  part: string,
  name: string,
  args: readonly string[],
): Program => ({
  name,
  isInstalled: isIn(folder, part),
  command: [join(folder, part, 'bin/python'), ...args.with(0, join(HERE, 'python', args[0] ?? ''))],
  env: { PYTHONDONTWRITEBYTECODE: '1', LANGSMITH_TRACING: 'false' },
})

export const aiSdk = (folder: string, name: string, mode: string): Program => ({
  name,
  isInstalled: isIn(folder, 'node'),
  command: [process.execPath, join(HERE, 'node/ai-sdk.mjs'), mode],
  env: { CLIENTS_FOLDER: join(folder, 'node') },
})

export const goSdk = (folder: string, version: string, mode: string): Program => ({
  name: `Go SDK 1.8.0, ${version}`,
  isInstalled: isIn(folder, 'go'),
  command: [join(folder, 'go/client'), mode, version],
  env: {},
})

/** Command of the Inspector. Its CLI needs a newer Node than this project, so it includes one. */
export const inspector = (
  folder: string,
  era: string,
  { url, key, home }: { url: string; key: string; home: string },
  method: readonly string[],
): Program => ({
  name: `Inspector CLI 2.12.0, ${era}`,
  isInstalled: isIn(folder, 'node'),
  command: [
    join(folder, 'node/node_modules/.bin/mcp-inspector'),
    ...['--cli', url, '--transport', 'http', '--protocol-era', era],
    ...['--header', `Authorization: Bearer ${key}`, '--format', 'json', ...method],
  ],
  env: {
    HOME: home,
    PATH: [join(folder, 'node/node_modules/node/bin'), process.env['PATH'] ?? ''].join(delimiter),
  },
})

const LIMIT_MS = 120_000

const printed = v.object({ result: v.unknown() })

/** Calls a tool with the Inspector's CLI, in a process for each call; returns its result. */
export const inspectorCall =
  (folder: string, era: string, farm: { url: string; key: string; link: string; home: string }) =>
  async (tool: string, args: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const method = ['--method', 'tools/call', '--tool-name', tool]
    const given = ['--tool-args-json', JSON.stringify(args)]
    const program = inspector(folder, era, farm, [...method, ...given])
    const { code, output, errors } = await run(program, farm)
    if (code !== 0) throw new Error(`${tool}: exit code ${code}\n${output}\n${errors}`)
    return v.parse(printed, JSON.parse(output)).result
  }

/** Runs a program to its end. It gets only PATH, HOME and LANG of this process's environment. */
export async function run(
  { command, env }: Program,
  { url, key, link }: { url: string; key: string; link: string },
): Promise<Run> {
  const { PATH = '', HOME = '', LANG = '' } = process.env
  const child = Bun.spawn([...command], {
    env: { PATH, HOME, LANG, MCP_URL: url, MCP_KEY: key, MODEL_LINK: link, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: LIMIT_MS,
  })
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, output, errors }
}

/** Returns the JSON object in the last line of a program's output; throws with the output when there is none. */
export function lastLine({ code, output, errors }: Run): Readonly<Record<string, unknown>> {
  const line = output.trim().split('\n').at(-1) ?? ''
  if (code !== 0 || !line.startsWith('{')) {
    throw new Error(`exit code ${code}\n${output.slice(-2000)}\n${errors.slice(-4000)}`)
  }
  return JSON.parse(line)
}
