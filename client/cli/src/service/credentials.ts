// File that stores the keys of `svc login`: readable only by its owner, in the XDG configuration folder.
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { CliError, exitCodes } from '../terminal/exit-codes.ts'
import { ifExists } from './if-exists.ts'

export type SecretKind = 'apiKey' | 'extensionToken'

export const secretForms: Readonly<Record<SecretKind, RegExp>> = {
  apiKey: /^svc_live_[0-9a-f]{48}$/,
  extensionToken: /^svc_ext_[0-9a-f]{48}$/,
}

const stored = v.object({
  /** Address of the service that the keys belong to. */
  url: v.pipe(v.string(), v.url()),
  apiKey: v.optional(v.pipe(v.string(), v.regex(secretForms.apiKey))),
  extensionToken: v.optional(v.pipe(v.string(), v.regex(secretForms.extensionToken))),
})

export type Credentials = v.InferOutput<typeof stored>

export function credentialsPath(environment: NodeJS.ProcessEnv): string {
  const configured = environment['XDG_CONFIG_HOME']
  // The XDG specification requires relative paths to be ignored.
  const base = configured?.startsWith('/') ? configured : join(homedir(), '.config')
  return join(base, 'svc', 'credentials.json')
}

/** Returns null without a file. Throws if it cannot be read, or if users other than the owner may read it. */
export async function readCredentials(path: string): Promise<Credentials | null> {
  const stats = await ifExists(path, stat(path))
  if (stats === null) return null
  // Windows has no such modes. There, the user's folder protects the file.
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    throw new CliError(
      exitCodes.credentials,
      `Other users of this machine can read ${path}, so it was not used. If the key may have been seen, replace it on your ` +
        `account page. Then run: chmod 600 ${path}`,
    )
  }
  // Another process may have removed it in the meantime.
  const json = await ifExists(path, readFile(path, 'utf8'))
  if (json === null) return null
  const parsed = v.safeParse(stored, parseOrNull(json))
  if (parsed.success) return parsed.output
  throw new CliError(exitCodes.credentials, `${path} is damaged. Run svc login to write it again.`)
}

function parseOrNull(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/**
 * Writes the file under a temporary name with mode 0600 and renames it, so that other users can never read the keys.
 */
export async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}`
  await writeFile(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(fresh, 0o600)
  await rename(fresh, path)
}

/** Returns whether there was a file. */
export async function removeCredentials(path: string): Promise<boolean> {
  const removed = rm(path).then(() => true)
  return (await ifExists(path, removed)) ?? false
}
