// Where the cluster's data and programs may lie. As root the server runs under another account, and that account may be
// unable to enter our folders (a project under /root, for example): then they go to the system's state folder.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Account, Binaries } from './binaries.ts'

const SYSTEM_STATE = '/var/lib/svc-local'

/** A folder that the server account can enter; always the same one for the same `folder`. */
export function reachableHome(folder: string, account: Account): string {
  const wanted = resolve(folder)
  if (account === null || canUse(wanted, account)) return wanted
  const home = join(SYSTEM_STATE, digest(wanted))
  mkdirSync(home, { recursive: true, mode: 0o711 })
  if (canUse(home, account)) return home
  throw new Error(
    `PostgreSQL must run as user "${account.name}", who can enter neither ${wanted} nor ${home}. ` +
      'Set STATE_DIR to a folder that every user may enter, or set DATABASE_URL.',
  )
}

/** The programs, copied out of a package folder that the server account cannot enter (60 MB, once). */
export function reachableBinaries(binaries: Binaries, account: Account): Binaries {
  if (account === null || canUse(join(binaries.folder, 'postgres'), account)) return binaries
  const copy = join(SYSTEM_STATE, `postgresql-${binaries.major}-${digest(binaries.folder)}`)
  if (!existsSync(copy)) {
    const fresh = `${copy}.${process.pid}`
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(SYSTEM_STATE, { recursive: true, mode: 0o711 })
    // Programs, libraries and data lie side by side; links between the libraries stay relative.
    cpSync(dirname(binaries.folder), fresh, { recursive: true, verbatimSymlinks: true })
    renameSync(fresh, copy)
  }
  return { ...binaries, folder: join(copy, 'bin') }
}

/** Enter a folder, or run a program, as that account. */
function canUse(path: string, { uid, gid }: NonNullable<Account>): boolean {
  return spawnSync('/usr/bin/env', ['test', '-x', path], { uid, gid, cwd: '/' }).status === 0
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
