// Both vendors of 3D engines on this machine, scripted by the prompt: README.md in this folder lists the words.
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { serveFal } from './fal-server.ts'
import { serveModels } from './model-files.ts'
import { createTaskBook, type MadeTask, type RefusedCall } from './task-book.ts'
import { serveTripo } from './tripo-server.ts'

export type { MadeTask, RefusedCall } from './task-book.ts'

export type EngineStandIns = {
  readonly tripo: { readonly apiKey: string; readonly apiBase: string }
  /** Balance of the account with Tripo, which a test may set; null: the call for it fails. */
  readonly tripoAccount: { balance: number | null }
  readonly fal: { readonly apiKey: string; readonly apiBase: string }
  /** Environment for a separate server process. */
  readonly env: Readonly<Record<string, string>>
  readonly made: readonly MadeTask[]
  readonly madeFor: (text: string) => readonly MadeTask[]
  readonly refused: readonly RefusedCall[]
  /** Violations; must stay empty. */
  readonly violations: readonly string[]
  /** Returns the bytes of a received picture or model, by its token or link. */
  readonly sent: (reference: string) => Uint8Array | undefined
  readonly close: () => Promise<void>
}

export type EngineStandInOptions = {
  /** The Retry-After of a 429. */
  readonly retryAfterSeconds?: number
  /** Whether Tripo supports the texture quality "extreme". */
  readonly takesExtreme?: boolean
}

export function startEngineStandIns(options: EngineStandInOptions = {}): EngineStandIns {
  const { retryAfterSeconds = 0, takesExtreme = true } = options
  const book = createTaskBook()
  const keys = {
    tripo: `tsk_${randomBytes(16).toString('hex')}`,
    fal: `${randomBytes(8).toString('hex')}:${randomBytes(16).toString('hex')}`,
  }
  const models = serveModels(book, Object.values(keys))
  const shared = { book, models, retryAfterSeconds }
  const tripoAccount: EngineStandIns['tripoAccount'] = { balance: 10_000 }
  const account = tripoAccount
  const tripo = serveTripo({ ...shared, apiKey: keys.tripo, takesExtreme, account })
  const fal = serveFal({ ...shared, apiKey: keys.fal })
  return {
    tripo: { apiKey: keys.tripo, apiBase: tripo.apiBase },
    tripoAccount,
    fal: { apiKey: keys.fal, apiBase: fal.apiBase },
    env: {
      TRIPO_API_KEY: keys.tripo,
      TRIPO_API_BASE: tripo.apiBase,
      FAL_KEY: keys.fal,
      FAL_API_BASE: fal.apiBase,
      DOWNLOAD_ALLOW_LOOPBACK: '1',
    },
    made: book.made,
    madeFor: (text) => book.made.filter(({ script }) => script.text.includes(text)),
    refused: book.refused,
    violations: book.violations,
    sent: (reference) => book.file(reference.split('/').at(-1) ?? '')?.bytes,
    close: async () => {
      await Promise.all([tripo.close(), fal.close(), models.close()])
    },
  }
}

/** Returns a real PNG of one pixel with the words after its end, where readers do not read. */
export function scriptedPng(words = ''): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
      chunk('IDAT', deflateSync(Buffer.from([0, 200, 120, 40]))),
      chunk('IEND', Buffer.alloc(0)),
      Buffer.from(words),
    ]),
  )
}
