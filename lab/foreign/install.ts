// `npm run judge:install`: installs the foreign programs into .tools/foreign. The versions are in places.ts and requirements.txt; haproxy
// and slowhttptest are Debian's.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { refuseArguments } from '../../server/local/launcher/command-line.ts'
import { fakeGcsPath, foreign, foreignFolder, stripeMockPath, versions } from './places.ts'

/** Modules and the folders of their programs. */
const goPrograms = [
  [`github.com/stripe/stripe-mock@${versions.stripeMock}`, stripeMockPath],
  [`github.com/fsouza/fake-gcs-server@${versions.fakeGcs}`, fakeGcsPath],
] as const

refuseArguments('npm run judge:install')

mkdirSync(foreignFolder, { recursive: true })
const problems = [
  ...goPrograms.flatMap(([module, folder]) => installGo(module, folder)),
  ...installPython(),
  ...installDebian(),
]
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'All are installed.' : 'Tests skip the missing ones.')
process.exitCode = problems.length === 0 ? 0 : 1

/** Returns what went wrong. */
function installGo(module: string, folder: string): readonly string[] {
  if (existsSync(folder)) return []
  if (Bun.which('go') === null) return [`${module} needs Go 1.26 or newer on PATH.`]
  console.log(`Building ${module}, which takes minutes the first time ...`)
  const fresh = `${folder}.new`
  const problem = run(['go', 'install', module], { GOBIN: fresh })
  // Renamed when it is whole: half an installation would pass for one.
  if (problem === null) renameSync(fresh, folder)
  return problem === null ? [] : [`${module} could not be built: ${problem}`]
}

function installPython(): readonly string[] {
  if (foreign.schemathesis.path !== null) return []
  const python = Bun.which('python3')
  if (python === null) return ['python3 is not on PATH: install Python 3.11 or newer with venv.']
  const folder = join(foreignFolder, 'python')
  console.log('Installing aiosmtpd and schemathesis ...')
  const made = run([python, '-m', 'venv', folder])
  const pip = join(folder, 'bin', 'pip')
  const requirements = join(import.meta.dir, 'requirements.txt')
  const problem = made ?? run([pip, 'install', '--quiet', '--requirement', requirements])
  if (problem === null) return []
  rmSync(folder, { recursive: true, force: true })
  return [`aiosmtpd and schemathesis could not be installed: ${problem}`]
}

function installDebian(): readonly string[] {
  const missing = [foreign.haproxy, foreign.slowhttptest].filter(({ path }) => path === null)
  const names = missing.map(({ name }) => name)
  if (names.length === 0) return []
  const other = `${names.join(' and ')} must be installed with the package manager of this system.`
  if (Bun.which('apt-get') === null || process.getuid?.() !== 0) return [other]
  const problem =
    run(['apt-get', 'update', '-qq']) ??
    run(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...names])
  return problem === null ? [] : [`${other} apt-get: ${problem}`]
}

/** `null`, or the end of what the program said. */
function run(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string | null {
  const { success, stderr } = Bun.spawnSync([...command], {
    cwd: foreignFolder,
    env: { ...process.env, ...env },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  return success ? null : stderr.toString().trim().slice(-600)
}
