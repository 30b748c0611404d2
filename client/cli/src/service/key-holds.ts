// Idempotency keys of this machine. One command at a time holds a key, and the order placed with it is remembered.
import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as v from 'valibot'

const keptOrder = v.object({
  /** Fingerprint of file, options and address. */
  fingerprint: v.string(),
  /** null for an order by volume, whose key the service stores. */
  quoteId: v.nullable(v.string()),
})

export type KeptOrder = v.InferOutput<typeof keptOrder>

/** `holder` is unique per hold, because process ids are reused. */
const keyRecord = v.object({
  holder: v.string(),
  pid: v.number(),
  /** null until something was sent with the key. */
  order: v.nullable(keptOrder),
})

type KeyRecord = v.InferOutput<typeof keyRecord>

export type KeyHold =
  | {
      readonly kind: 'held'
      /** Order of an earlier command that has ended. */
      readonly order: KeptOrder | null
      /** Stores the order. null if nothing was ordered, so that the key is free again. */
      readonly keep: (order: KeptOrder | null) => Promise<void>
      readonly release: () => void
    }
  /** Another running command holds the key. */
  | { readonly kind: 'busy'; readonly pid: number }

/** Holds of this process. */
const liveHolders = new Set<string>()

/** Holds the key of this file until `release` or the end of the process. */
export async function holdKeyAt(path: string): Promise<KeyHold> {
  const own: KeyRecord = { holder: randomUUID(), pid: process.pid, order: null }
  // Added before others can see the record: a holder of this process that is missing here would be treated as ended.
  liveHolders.add(own.holder)
  const busy = (pid: number): KeyHold => {
    liveHolders.delete(own.holder)
    return { kind: 'busy', pid }
  }
  if (await create(path, own)) return toKeyHold(path, own)
  const record = await readRecord(path)
  if (isRunning(record)) return busy(record.pid)
  // Several commands may find that the same holder has ended. One of them creates this file, which remains for later ones.
  if (!(await create(`${path}.${record.holder}`, own))) return busy(record.pid)
  const taken = { ...own, order: record.order }
  await replace(path, taken)
  return toKeyHold(path, taken)
}

const toKeyHold = (path: string, own: KeyRecord): KeyHold => ({
  kind: 'held',
  order: own.order,
  keep: (order) => replace(path, { ...own, order }),
  release: () => void liveHolders.delete(own.holder),
})

/** Whether this call created the file. The file appears with its complete content. */
async function create(path: string, content: KeyRecord): Promise<boolean> {
  const fresh = await writeBeside(path, content)
  try {
    await link(fresh, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(fresh, { force: true })
  }
}

async function replace(path: string, content: KeyRecord): Promise<void> {
  await rename(await writeBeside(path, content), path)
}

async function writeBeside(path: string, content: KeyRecord): Promise<string> {
  const fresh = `${path}.${content.holder}.new`
  await writeFile(fresh, JSON.stringify(content), { mode: 0o600 })
  return fresh
}

const readRecord = async (path: string): Promise<KeyRecord> =>
  v.parse(v.pipe(v.string(), v.parseJson(), keyRecord), await readFile(path, 'utf8'))

function isRunning({ pid, holder }: KeyRecord): boolean {
  if (pid === process.pid) return liveHolders.has(holder)
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
