// Quotes that this machine remembers: their totals, so that an order can show what it charges, and the idempotency keys
// that identify them. Contains no account keys and no addresses.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { holdKeyAt, type KeyHold } from './key-holds.ts'

const keptQuote = v.object({
  quoteId: v.string(),
  url: v.string(),
  fileName: v.string(),
  country: v.string(),
  /** In dollars. */
  total: v.number(),
  expiresAt: v.string(),
})

export type KeptQuote = v.InferOutput<typeof keptQuote>

/** How long an order's key and a quote are stored on this machine, in hours. */
export const keptHours = 48
const keptMs = keptHours * 3_600_000

export type LocalState = {
  readonly keepQuote: (quote: KeptQuote) => Promise<void>
  readonly readQuote: (quoteId: string) => Promise<KeptQuote | null>
  /** Holds an idempotency key for the service at `url`. */
  readonly holdKey: (url: string, key: string) => Promise<KeyHold>
}

export function openLocalState(environment: NodeJS.ProcessEnv): LocalState {
  const configured = environment['XDG_STATE_HOME']
  const base = configured?.startsWith('/') ? configured : join(homedir(), '.local', 'state')
  const folder = join(base, 'svc')
  const pathOf = (...names: readonly string[]) =>
    join(folder, `${createHash('sha256').update(JSON.stringify(names)).digest('hex')}.json`)
  return {
    keepQuote: (quote) => write(folder, pathOf('quote', quote.quoteId), quote),
    readQuote: (quoteId) => read(pathOf('quote', quoteId), keptQuote),
    holdKey: async (url, key) => {
      await prepare(folder)
      return holdKeyAt(pathOf('key', url, key))
    },
  }
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeOld(folder)
}

async function write(folder: string, path: string, value: object): Promise<void> {
  await prepare(folder)
  const fresh = `${path}.${process.pid}`
  await writeFile(fresh, JSON.stringify(value), { mode: 0o600 })
  await rename(fresh, path)
}

/** Removes old files. A quote is valid for 24 hours. A file that cannot be read fails no command. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats !== null && Date.now() - stats.mtimeMs > keptMs) await rm(path, { force: true })
  }
}

/** Returns null also for a file that cannot be read or is damaged: a command works without what it remembers. */
async function read<T>(path: string, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return parsed.success ? parsed.output : null
}
