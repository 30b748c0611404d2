// `npm run judge:install`: installs the third-party programs into .tools/foreign. The versions are in places.ts and
// requirements.txt; haproxy and slowhttptest are Debian's.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseArguments } from '../../server/local/launcher/command-line.ts'
import {
  easyPostFolder,
  fakeGcsPath,
  foreign,
  foreignFolder,
  generatorFolders,
  motoPath,
  spckPath,
  stripeMockPath,
  versions,
} from './places.ts'

const noPython = 'python3 is not on PATH: install Python 3.11 or newer with venv.'

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
  ...installMoto(),
  ...installSpck(),
  ...installEasyPost(),
  ...installNodeGenerators(),
  ...installPythonGenerators(),
  ...installGoGenerator(),
  ...installDebian(),
]
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'All are installed.' : 'Tests skip the missing ones.')
process.exitCode = problems.length === 0 ? 0 : 1

/** Installs the module and returns the problem, or null. */
function installGo(module: string, folder: string): readonly string[] {
  if (existsSync(folder)) return []
  if (Bun.which('go') === null) return [`${module} needs Go 1.26 or newer on PATH.`]
  console.log(`Building ${module}, which takes minutes the first time ...`)
  const fresh = `${folder}.new`
  const problem = run(['go', 'install', module], { GOBIN: fresh })
  // Renamed once it is complete: a partial installation must not be used.
  if (problem === null) renameSync(fresh, folder)
  return problem === null ? [] : [`${module} could not be built: ${problem}`]
}

function installPython(): readonly string[] {
  if (foreign.schemathesis.path !== null) return []
  const python = Bun.which('python3')
  if (python === null) return [noPython]
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

function installMoto(): readonly string[] {
  const what = `moto[s3,server]==${versions.moto}`
  return installAlone('moto', { ...foreign.moto, folder: motoPath, what })
}

function installSpck(): readonly string[] {
  const what = `spck-conformance==${versions.spck}`
  return installAlone('spck-conformance', { ...foreign.spck, folder: spckPath, what })
}

type Alone = { readonly path: string | null; readonly folder: string; readonly what: string }

/** Installs a Python program in a separate environment. */
function installAlone(name: string, { path, folder, what }: Alone): readonly string[] {
  if (path !== null) return []
  const python = Bun.which('python3')
  if (python === null) return [noPython]
  console.log(`Installing ${name} ...`)
  rmSync(folder, { recursive: true, force: true })
  const problem =
    run([python, '-m', 'venv', folder]) ??
    run([join(folder, 'bin/pip'), 'install', '--quiet', what])
  if (problem !== null) return [`${name} could not be installed: ${problem}`]
  writeFileSync(join(folder, 'installed'), '')
  return []
}

function installEasyPost(): readonly string[] {
  if (existsSync(easyPostFolder)) return []
  console.log("Installing EasyPost's client ...")
  const options = ['--silent', '--no-fund', '--no-audit', '--ignore-scripts']
  return installed(easyPostFolder, "EasyPost's client", (fresh) =>
    run(['npm', 'install', ...options, '--prefix', fresh, `@easypost/api@${versions.easyPost}`]),
  )
}

function installNodeGenerators(): readonly string[] {
  const folder = generatorFolders.node
  if (existsSync(folder)) return []
  console.log('Installing hey-api and orval ...')
  const packages = [
    `@hey-api/openapi-ts@${versions.heyApi}`,
    `orval@${versions.orval}`,
    'typescript@5.9.3',
  ]
  const options = ['--silent', '--no-fund', '--no-audit', '--ignore-scripts']
  return installed(folder, 'hey-api and orval', (fresh) =>
    run(['npm', 'install', ...options, '--prefix', fresh, ...packages]),
  )
}

function installPythonGenerators(): readonly string[] {
  const folder = generatorFolders.python
  if (existsSync(join(folder, 'installed'))) return []
  const python = Bun.which('python3')
  if (python === null) return [noPython]
  console.log('Installing openapi-generator and openapi-python-client ...')
  // A Python environment contains its folder name, so it cannot be renamed.
  rmSync(folder, { recursive: true, force: true })
  const requirements = join(import.meta.dir, 'generators/requirements.txt')
  const problem =
    run([python, '-m', 'venv', folder]) ??
    run([join(folder, 'bin/pip'), 'install', '--quiet', '--requirement', requirements])
  if (problem !== null) return [`The Python generators could not be installed: ${problem}`]
  writeFileSync(join(folder, 'installed'), '')
  return Bun.which('java') === null ? ['openapi-generator needs Java 11 or newer on PATH.'] : []
}

function installGoGenerator(): readonly string[] {
  const module = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen'
  const folder = generatorFolders.go
  const generatorProblems = installGo(`${module}@${versions.oapiCodegen}`, folder)
  if (generatorProblems.length > 0 || existsSync(join(folder, 'go.sum'))) return generatorProblems
  writeFileSync(join(folder, 'go.mod'), 'module judge\n\ngo 1.24\n')
  const runtime = `github.com/oapi-codegen/runtime@${versions.oapiRuntime}`
  const problem = run([
    'go',
    '-C',
    folder,
    'get',
    `${runtime}`,
    'github.com/oapi-codegen/runtime/types',
  ])
  return problem === null ? [] : [`${runtime} could not be installed: ${problem}`]
}

/** Installs and renames once it is complete, as above. */
function installed(
  folder: string,
  name: string,
  install: (fresh: string) => string | null,
): readonly string[] {
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh)
  const problem = install(fresh)
  if (problem === null) renameSync(fresh, folder)
  return problem === null ? [] : [`${name} could not be installed: ${problem}`]
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

/** Runs the program; returns `null`, or the end of its output. */
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
