// `npm run bench:peers`: installs the peers of the geometry comparisons into .tools/peers. The versions of the Python packages are in
// requirements.txt; the npm peers (three, meshoptimizer, manifold-3d, the MCP SDK) are development dependencies of this package.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { refuseArguments } from '../../server/local/launcher/command-line.ts'
import { admeshProgram, peersFolder } from './places.ts'

refuseArguments('npm run bench:peers')

const requirements = join(import.meta.dir, 'requirements.txt')

mkdirSync(peersFolder, { recursive: true })
const problems = [...installPython(), ...installAdmesh()]
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? 'All peers are installed.'
    : 'Scenarios skip peers that are not installed.',
)
process.exitCode = problems.length === 0 ? 0 : 1

/** Installs the Python packages. Returns error messages. */
function installPython(): readonly string[] {
  const python = Bun.which('python3')
  if (python === null) return ['python3 is not on PATH: install Python 3.11 or newer with venv.']
  const folder = join(peersFolder, 'python')
  console.log('Installing the Python peers, about 300 MB ...')
  const made = run([python, '-m', 'venv', folder])
  const pip = join(folder, 'bin', 'pip')
  const problem = made ?? run([pip, 'install', '--quiet', '--requirement', requirements])
  if (problem === null) return []
  // A partial installation would look like a complete one.
  rmSync(folder, { recursive: true, force: true })
  return [`The Python peers could not be installed: ${problem}`]
}

/** Installs admesh from Debian's package, unpacked without root. */
function installAdmesh(): readonly string[] {
  if (admeshProgram() !== null) return []
  const other = 'admesh is missing: install it with the package manager of this system.'
  if (Bun.which('apt-get') === null || Bun.which('dpkg-deb') === null) return [other]
  const downloads = join(peersFolder, 'downloads')
  mkdirSync(downloads, { recursive: true })
  const problem = run(['apt-get', 'download', '-qq', 'admesh', 'libadmesh1'], downloads)
  if (problem !== null) return [`${other} apt-get: ${problem}`]
  for (const name of readdirSync(downloads).filter((each) => each.endsWith('.deb'))) {
    const failed = run(['dpkg-deb', '--extract', name, join(peersFolder, 'admesh')], downloads)
    if (failed !== null) return [`${other} dpkg-deb: ${failed}`]
  }
  rmSync(downloads, { recursive: true, force: true })
  return existsSync(join(peersFolder, 'admesh')) ? [] : [other]
}

/** Runs a command. Returns `null`, or the end of its output if it fails. */
function run(command: readonly string[], cwd = peersFolder): string | null {
  const { success, stderr } = Bun.spawnSync([...command], { cwd, stdout: 'ignore', stderr: 'pipe' })
  return success ? null : stderr.toString().trim().slice(-600)
}
