// Python programs that generate, build and test the client: pinned, in a cache outside the checkout.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const project = join(import.meta.dir, '..')
const requirements = join(project, 'requirements.txt')
const env = process.env
const cache =
  env['SVC_TOOLCHAIN_CACHE'] ??
  join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'svc-toolchain')
/** A changed pin, or a changed dependency of the client, installs into a new folder. */
const pins = createHash('sha256')
  .update(readFileSync(requirements))
  .update(dependencies().join())
  .digest('hex')
  .slice(0, 16)
const folder = join(cache, `python-client-${pins}`)
const stamp = join(folder, 'installed')
const environment = join(folder, 'venv')

export const tools = {
  project,
  /** Returns the path of a program in the environment, such as `pytest`. */
  program: (name: string) => join(environment, 'bin', name),
  /** The client's dependencies as wheels, for environments without a network. */
  wheels: join(folder, 'wheels'),
  isInstalled: () => existsSync(stamp),
}

/**
 * Installs the programs. The first run takes about a minute and needs the package index. Returns what went wrong, or
 * null.
 */
export function installTools(): string | null {
  if (tools.isInstalled()) return null
  const python = Bun.which('python3')
  if (python === null) return 'python3 is not on PATH: install Python 3.11 or newer with venv.'
  console.error('Installing what the Python client is generated and tested with (once) ...')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const pip = tools.program('pip')
  const problem =
    run([
      python,
      '-c',
      'import sys; assert sys.version_info >= (3, 11), "Python 3.11 is needed"',
    ]) ??
    run([python, '-m', 'venv', environment]) ??
    run([pip, 'install', '--quiet', '--requirement', requirements]) ??
    run([pip, 'wheel', '--quiet', '--wheel-dir', tools.wheels, ...dependencies()])
  if (problem === null) writeFileSync(stamp, '')
  return problem
}

/** Returns the requirements in pyproject.toml, such as `attrs>=24.2`. */
function dependencies(): readonly string[] {
  const [, list = ''] =
    /^dependencies = \[(.*)\]$/m.exec(readFileSync(join(project, 'pyproject.toml'), 'utf8')) ?? []
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
}

/** Runs a program. Returns null, or the end of its output on failure. */
export function run(
  command: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): string | null {
  const { success, stdout, stderr } = Bun.spawnSync([...command], {
    ...(options.cwd && { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return success ? null : `${stdout.toString()}\n${stderr.toString()}`.trim().slice(-3000)
}

if (import.meta.main) {
  const problem = installTools()
  console.log(problem ?? 'The generator and the tests of the Python client are installed.')
  process.exitCode = problem === null ? 0 : 1
}
