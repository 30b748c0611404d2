// Where the cluster is and which account runs it. Postgres refuses to run as root, so root starts it under another account;
// where that account cannot enter our folder (a project under /root, for example), data and programs are in /var/lib.
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
import type { Binaries } from './binaries.ts'

/** null = our own. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number } | null

const systemState = '/var/lib/svc-local'
/** In our folder: where its home in /var/lib is. */
const homeFile = 'home'
/** In a home: the folder that it belongs to. */
const originFile = 'origin'

/** For root: `postgres` where it exists, else `nobody`. */
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

/** The folder itself, or one in /var/lib when the account cannot enter it. It is removed after the folder was removed. */
export function reachableHome(folder: string, account: Account): string {
  const own = resolve(folder)
  if (account === null) return own
  // Before the removal of orphans: after a move of our folder, our home looks like one.
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

/** The home that our `home` file names, unless our folder is a copy of the one that the home belongs to. */
function knownHome(own: string): string | null {
  const home = homeOf(own)
  if (home === null || !existsSync(home)) return null
  const origin = readIfExists(join(home, originFile))
  if (origin === own) return home
  if (origin !== null && homeOf(origin) === home) {
    // The same folder by another path, through a symbolic link.
    return realpathSync(origin) === realpathSync(own) ? home : null
  }
  claim(home, own) // Our folder was moved.
  return home
}

/** Up to 0.1.0 the name of the home was derived from the path of our folder, which held the password. */
function earlierHome(own: string): string | null {
  const name = createHash('sha256').update(own).digest('hex').slice(0, 16)
  const home = join(systemState, name)
  const password = join(own, 'password')
  // Our own data, if there is any, is newer. Without the password the data is of a folder that was removed.
  if (existsSync(join(own, 'data')) || !existsSync(join(home, 'data')) || !existsSync(password)) {
    return null
  }
  copyFileSync(password, join(home, 'password'))
  claim(home, own)
  rmSync(password)
  return home
}

/** `origin` last: with it and without our `home` file, other processes take the home for an orphan and remove it. */
function claim(home: string, own: string): void {
  writeFileSync(join(own, homeFile), home)
  writeFileSync(join(home, originFile), own)
}

/** The programs; copied into `home` when the account cannot enter their package folder (60 MB, once per cluster). */
export function reachablePrograms({ folder }: Binaries, home: string, account: Account): string {
  if (account === null || canUse(join(folder, 'postgres'), account)) return folder
  const copy = join(home, 'programs')
  if (!existsSync(copy)) {
    rmSync(`${copy}.new`, { recursive: true, force: true })
    // Programs, libraries and data are in sibling folders; links between the libraries stay relative.
    cpSync(dirname(folder), `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${copy}.new`, copy)
  }
  return join(copy, 'bin')
}

/** Lets the server account, and no other, pass through a new folder that is closed to others. */
export function admitServerAccount(folder: string): void {
  const account = serverAccount()
  if (account === null) return
  chownSync(folder, 0, account.gid)
  chmodSync(folder, 0o710)
}

/**
 * Removes homes whose folder was removed. While the parent folder is missing too, the folder may have been moved with it: its
 * next start finds the home by the `home` file.
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
      // Another process is removing it as well. What is left is removed by the next start.
    }
  }
}

const homeOf = (folder: string) => readIfExists(join(folder, homeFile))

/** Other processes may remove homes in the meantime. */
function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Enter a folder, or run a program, as that account. */
function canUse(path: string, { uid, gid }: NonNullable<Account>): boolean {
  return spawnSync('/usr/bin/env', ['test', '-x', path], { uid, gid, cwd: '/' }).status === 0
}
