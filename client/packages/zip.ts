// A ZIP of a few small files, without dates: the same files make the same bytes.
import { crc32, deflateRawSync } from 'node:zlib'

export type ZippedFile = { readonly name: string; readonly bytes: Uint8Array }

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const version = 20
const namesInUtf8 = 0x0800
const deflated = 8
/** 1 January 1980, the first day that a ZIP can name. */
const firstDay = (1 << 5) | 1
/** A file of Unix, 0644. */
const fileMode = 0o100644
const madeOnUnix = (3 << 8) | version

/** `files` in their order; each of less than 4 GiB, as all of them together. */
export function zipOf(files: readonly ZippedFile[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const encodedName = Buffer.from(name)
    const content = deflateRawSync(bytes, { level: 9 })
    const shared = sharedFields(encodedName, bytes, content)
    const local = Buffer.alloc(4)
    local.writeUInt32LE(localSignature)
    const central = Buffer.alloc(6)
    central.writeUInt32LE(centralSignature)
    central.writeUInt16LE(madeOnUnix, 4)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(fileMode * 0x10000, 6)
    rest.writeUInt32LE(offset, 10)
    directory.push(central, shared, rest, encodedName)
    const written = [local, shared, encodedName, content]
    parts.push(...written)
    offset += written.reduce((total, { length }) => total + length, 0)
  }
  const directoryBytes = directory.reduce((total, { length }) => total + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endSignature)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

/** From the version that is needed to the length of the extra field: alike in both headers. */
function sharedFields(name: Buffer, bytes: Uint8Array, content: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(version, 0)
  fields.writeUInt16LE(namesInUtf8, 2)
  fields.writeUInt16LE(deflated, 4)
  fields.writeUInt16LE(firstDay, 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(content.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}
