// Writes ZIP archives for fixtures, valid ones and ones with false entries.
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = {
  name: string
  data: string | Uint8Array
  /** Stores without compression. */
  store?: boolean
  /** False values in the directory, for hostile archives. */
  claim?: { inflated?: number; crc?: number; flags?: number; method?: number }
}

/** Returns a ZIP archive with the entries in the given order. */
export function zipArchive(entries: ZipEntry[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const raw = typeof entry.data === 'string' ? Buffer.from(entry.data) : Buffer.from(entry.data)
    const body = entry.store ? raw : deflateRawSync(raw)
    const name = Buffer.from(entry.name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(entry.claim?.flags ?? 0, 2)
    common.writeUInt16LE(entry.claim?.method ?? (entry.store ? 0 : 8), 4)
    common.writeUInt32LE(entry.claim?.crc ?? crc32(raw), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(entry.claim?.inflated ?? raw.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, name]))
    parts.push(local, body)
    offset += local.length + body.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, list, end]))
}
