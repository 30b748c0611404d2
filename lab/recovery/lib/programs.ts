// Programs that the drill and the rig need: which are missing, and their installation.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findBinaries } from '../../../server/local/postgres/binaries.ts'
import { findProgram, run, succeeds } from './commands.ts'

/** A program, and the Debian package that contains it. */
export type Needed = { readonly program: string; readonly aptPackage: string }

const root = join(import.meta.dir, '../../..')
const patroniVersion = '4.1.5'
const patroniFolder = join(root, '.tools', `patroni-${patroniVersion}`)
/** Patroni and its dependencies. */
const patroniPackages = [`patroni[etcd3]==${patroniVersion}`, 'psycopg2-binary==2.9.13']
/** Programs that the embedded PostgreSQL does not include. */
const serverTools = ['initdb', 'pg_ctl', 'pg_basebackup', 'pg_rewind', 'pg_controldata', 'psql']

/** Returns the folder of a PostgreSQL with all server tools; null when there is none. */
export function postgresFolder(): string | null {
  try {
    const { folder, major } = findBinaries(null)
    // PATH may have links to some of the programs.
    const own = dirname(realpathSync(join(folder, 'postgres')))
    const folders = [own, `/usr/lib/postgresql/${major}/bin`]
    return folders.find((path) => serverTools.every((tool) => existsSync(join(path, tool)))) ?? null
  } catch {
    return null
  }
}

/** Returns the folder of Patroni's programs; null when they are not installed. */
export function patroniPrograms(): string | null {
  const folder = join(patroniFolder, 'bin')
  return existsSync(join(folder, 'patroni')) ? folder : null
}

/** Returns the names of the missing programs. */
export function missingPrograms(needed: readonly Needed[], withPatroni: boolean): string[] {
  return [
    ...(postgresFolder() === null ? ['PostgreSQL with pg_basebackup and pg_rewind'] : []),
    ...needed.filter(({ program }) => findProgram(program) === null).map(({ program }) => program),
    ...(withPatroni && patroniPrograms() === null ? [`Patroni ${patroniVersion}`] : []),
  ]
}

/** Installs missing programs with apt (as root) and pip. Throws a sentence when that is impossible. */
export async function installPrograms(
  needed: readonly Needed[],
  withPatroni: boolean,
): Promise<void> {
  const absent = needed.filter(({ program }) => findProgram(program) === null)
  const needsPatroni = withPatroni && patroniPrograms() === null
  const packages = [
    ...(postgresFolder() === null ? ['postgresql'] : []),
    ...absent.map(({ aptPackage }) => aptPackage),
    ...(needsPatroni && !succeeds(python(), '-c', 'import ensurepip') ? ['python3-venv'] : []),
  ]
  if (packages.length > 0) await installWithApt([...new Set(packages)])
  if (needsPatroni) {
    await run([python(), '-m', 'venv', patroniFolder])
    const pip = join(patroniFolder, 'bin', 'pip')
    await run([pip, 'install', '--quiet', ...patroniPackages], { timeoutMs: 600_000 })
  }
}

/** Prefers the system's Python: the server's account can run it wherever another one on PATH is. */
const python = () => (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3')

async function installWithApt(packages: readonly string[]): Promise<void> {
  if (findProgram('apt-get') === null || process.getuid?.() !== 0) {
    throw new Error(`Install these packages, with apt as root: ${packages.join(' ')}`)
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run(['apt-get', 'update', '-qq'], { env, timeoutMs: 300_000 })
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages]
  await run(install, { env, timeoutMs: 600_000 })
}
