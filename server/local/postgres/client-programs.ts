// PostgreSQL's client programs on PATH. pg_dump rejects a server that is newer than itself.
import { findBinaries } from './binaries.ts'

const programs = ['pg_dump', 'pg_restore', 'psql', 'createdb', 'dropdb']

/** Whether all of them are installed and at least as new as the local server. */
export function hasClientPrograms(): boolean {
  if (programs.some((name) => Bun.which(name) === null)) return false
  const { stdout } = Bun.spawnSync(['pg_dump', '--version'])
  const major = Number(/\s(\d+)/.exec(stdout.toString())?.[1] ?? 0)
  return major >= Number(findBinaries(null).major)
}
