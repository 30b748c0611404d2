// File in the encodings that browsers accept, for files that are compressed once and sent often.
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

export type Encodings = {
  readonly br: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer>
}

const brotli = promisify(brotliCompress)
const gzipLevel = 9

/**
 * Brotli quality levels. The geometry core (1.1 MB) compresses to 413 kB in 0.13 s of CPU time, or to 366 kB in 3.5 s,
 * which is too long for a waiting page.
 */
export const brotliQuality = { atStart: 9, inAdvance: constants.BROTLI_MAX_QUALITY } as const

export async function encodeFile(
  bytes: Uint8Array<ArrayBuffer>,
  quality: number,
): Promise<Encodings> {
  const br = await brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  })
  return { br: new Uint8Array(br), gzip: Bun.gzipSync(bytes, { level: gzipLevel }) }
}
