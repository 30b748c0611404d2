// Where the cluster's data may lie. As root the server runs under another account, and that account may be unable to
// enter our folder (a project under /root, for example): then the data goes to the system's state folder.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Account } from './postgres-binaries.ts'

const SYSTEM_STATE = '/var/lib'

/** A folder that the server account can enter; always the same one for the same `folder`. */
export function reachableHome(folder: string, account: Account): string {
  const wanted = resolve(folder)
  if (account === null || canEnter(wanted, account)) return wanted
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  const home = join(SYSTEM_STATE, 'svc-local', name)
  mkdirSync(home, { recursive: true, mode: 0o711 })
  if (canEnter(home, account)) return home
  throw new Error(
    `PostgreSQL must run as user "${account.name}", who can enter neither ${wanted} nor ${home}. ` +
      'Set STATE_DIR to a folder that every user may enter, or set DATABASE_URL.',
  )
}

export function canEnter(path: string, account: NonNullable<Account>): boolean {
  const { uid, gid } = account
  return spawnSync('/usr/bin/env', ['test', '-x', path], { uid, gid, cwd: '/' }).status === 0
}
