// Location of the cluster, and the account that runs it. Postgres refuses to run as root, so root starts it under another account. If that
// account cannot enter our folder (a project under /root, for example), data and programs are in /var/lib.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { hasCode } from '../../domain/base/has-code.ts'
import type { Binaries } from './binaries.ts'

/** Null means the current account. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number } | null

const systemState = '/var/lib/svc-local'
/** File in our folder with the path of its home in /var/lib. */
const homeFile = 'home'
/** File in a home with the path of its folder. */
const originFile = 'origin'

/**
 * Returns the account that runs PostgreSQL when this process is root: `postgres` if it exists, otherwise `nobody`. Returns null when the
 * process is not root.
 */
export function serverAccount(): Account {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] = lines.find((line) => line.startsWith(`${wanted}:`))?.split(':') ?? []
    if (name && uid && gid) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody" to run it as. ' +
      'Start as another user, or set DATABASE_URL.',
  )
}

/**
 * Returns the folder itself, or a home in /var/lib if the account cannot enter the folder. A home is removed once its
 * folder no longer exists.
 */
export function reachableHome(folder: string, account: Account): string {
  const own = resolve(folder)
  if (account === null) return own
  // Read before orphans are removed: after our folder was moved, our home looks like an orphan.
  const known = knownHome(own) ?? earlierHome(own)
  removeOrphans()
  if (known !== null) return known
  rmSync(join(own, homeFile), { force: true })
  if (canUse(own, account)) return own
  mkdirSync(systemState, { recursive: true, mode: 0o711 })
  const home = mkdtempSync(join(systemState, 'cluster-'))
  chmodSync(home, 0o711)
  claim(home, own)
  return home
}

/** Returns the home named in our `home` file, unless our folder is a copy of the home's folder. */
function knownHome(own: string): string | null {
  const home = homeOf(own)
  if (home === null || !existsSync(home)) return null
  const origin = readIfExists(join(home, originFile))
  if (origin === own) return home
  if (origin !== null && homeOf(origin) === home) {
    // The same folder by another path, through a symbolic link.
    return realpathSync(origin) === realpathSync(own) ? home : null
  }
  claim(home, own) // Our folder was moved here.
  return home
}

/** Up to 0.1.0, the name of the home was derived from the path of our folder, which contained the password. */
function earlierHome(own: string): string | null {
  const name = createHash('sha256').update(own).digest('hex').slice(0, 16)
  const home = join(systemState, name)
  const password = join(own, 'password')
  // Our folder's data, if there is any, is newer. Without the password, the data belongs to a folder that was removed.
  if (existsSync(join(own, 'data')) || !existsSync(join(home, 'data')) || !existsSync(password)) {
    return null
  }
  copyFileSync(password, join(home, 'password'))
  claim(home, own)
  rmSync(password)
  return home
}

/** Writes `origin` last: once it exists without our `home` file, other processes treat the home as an orphan and remove it. */
function claim(home: string, own: string): void {
  writeFileSync(join(own, homeFile), home)
  writeFileSync(join(home, originFile), own)
}

/** Returns the programs. Copies them into `home` if the account cannot enter their package folder (60 MB, once per cluster). */
export function reachablePrograms({ folder }: Binaries, home: string, account: Account): string {
  if (account === null || canUse(join(folder, 'postgres'), account)) return folder
  const copy = join(home, 'programs')
  if (!existsSync(copy)) {
    rmSync(`${copy}.new`, { recursive: true, force: true })
    // Programs, libraries and data are in sibling folders, and links between the libraries stay relative.
    cpSync(dirname(folder), `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${copy}.new`, copy)
  }
  return join(copy, 'bin')
}

/** Lets only the server account pass through a new folder that is otherwise closed. */
export function admitServerAccount(folder: string): void {
  const account = serverAccount()
  if (account === null) return
  chownSync(folder, 0, account.gid)
  chmodSync(folder, 0o710)
}

/**
 * Removes homes whose folder was removed. While the parent folder is also missing, the folder may have been moved with it; its next start
 * finds the home through the `home` file.
 */
function removeOrphans(): void {
  if (!existsSync(systemState)) return
  for (const name of readdirSync(systemState)) {
    const home = join(systemState, name)
    const origin = readIfExists(join(home, originFile))
    if (origin === null || homeOf(origin) === home || !existsSync(dirname(origin))) continue
    try {
      rmSync(home, { recursive: true, force: true })
    } catch {
      // Another process is removing it as well. The next start removes what remains.
    }
  }
}

const homeOf = (folder: string) => readIfExists(join(folder, homeFile))

/** Returns the content of a file that other processes may remove in the meantime. */
function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Whether that account can enter a folder or run a program. */
function canUse(path: string, { uid, gid }: NonNullable<Account>): boolean {
  return spawnSync('/usr/bin/env', ['test', '-x', path], { uid, gid, cwd: '/' }).status === 0
}
