// ZIP archives (APPNOTE 6.3.10) of uncompressed entries, written while they are sent. Without ZIP64, the limits are 4
// GB and 65,535 entries. Entries are not compressed because most model formats gain little and 3MF is already an
// archive.
import { crc32 } from 'node:zlib'

export type ZipFile = {
  /** Unique within the archive, at most 65,535 bytes in UTF-8. */
  readonly name: string
  /** Content of the file, or a path that exists until the next file is requested. */
  readonly path: string | Blob
  /** Modification time of the unpacked file. Archives have no time zone. */
  readonly at: WallClock
}

/** Calendar fields. Months start at 1. */
export type WallClock = Readonly<
  Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
>

/** Returns the wall-clock time of a moment in a time zone. */
export function wallClockOf(moment: Date, timeZone: string): WallClock {
  // The Swedish locale formats dates as ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const [year = 1980, month = 1, day = 1, hour = 0, minute = 0, second = 0] = format
    .format(moment)
    .split(/\D/u)
    .map(Number)
  return { year, month, day, hour, minute, second }
}

type Chunk = Uint8Array<ArrayBuffer>

const entrySignature = 0x04034b50
const directorySignature = 0x02014b50
const endSignature = 0x06054b50
/** Version 2.0, the first with folders and these fields. */
const version = 20
/** Marks names as UTF-8. */
const utf8Flag = 0x0800

/** Yields the archive. Reads each file twice because its checksum precedes its content. */
export async function* zipEntries(files: AsyncIterable<ZipFile>): AsyncGenerator<Chunk> {
  const directory: Chunk[] = []
  let offset = 0
  for await (const { name, path, at } of files) {
    const file = typeof path === 'string' ? Bun.file(path) : path
    const fields = entryFields({ name, at }, await checksumOf(file), file.size)
    const header = concat(words(entrySignature), fields, bytesOf(name))
    yield header
    for await (const chunk of file.stream()) yield chunk
    directory.push(directoryEntry(name, fields, offset))
    offset += header.length + file.size
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  yield* directory
  yield end(directory.length, size, offset)
}

async function checksumOf(file: Blob): Promise<number> {
  let checksum = 0
  for await (const chunk of file.stream()) checksum = crc32(chunk, checksum)
  return checksum
}

const bytesOf = (text: string): Chunk => new TextEncoder().encode(text)

/** Writes the fields shared by an entry and its directory record: from the version to the extra field length. */
function entryFields(
  { name, at }: Pick<ZipFile, 'name' | 'at'>,
  checksum: number,
  size: number,
): Chunk {
  const view = new DataView(new ArrayBuffer(26))
  view.setUint16(0, version, true)
  view.setUint16(2, utf8Flag, true)
  // Offset 4 is method 0 (stored). The time has a resolution of two seconds, and the date counts from 1980 (4.4.6).
  view.setUint16(6, (at.hour << 11) | (at.minute << 5) | (at.second >> 1), true)
  view.setUint16(8, ((at.year - 1980) << 9) | (at.month << 5) | at.day, true)
  view.setUint32(10, checksum, true)
  view.setUint32(14, size, true)
  view.setUint32(18, size, true)
  view.setUint16(22, bytesOf(name).length, true)
  return new Uint8Array(view.buffer)
}

function directoryEntry(name: string, fields: Chunk, offset: number): Chunk {
  const view = new DataView(new ArrayBuffer(14))
  view.setUint32(10, offset, true)
  const head = concat(words(directorySignature), new Uint8Array([version, 0]), fields)
  return concat(head, new Uint8Array(view.buffer), bytesOf(name))
}

function end(entries: number, directoryBytes: number, offset: number): Chunk {
  const view = new DataView(new ArrayBuffer(22))
  view.setUint32(0, endSignature, true)
  view.setUint16(8, entries, true)
  view.setUint16(10, entries, true)
  view.setUint32(12, directoryBytes, true)
  view.setUint32(16, offset, true)
  return new Uint8Array(view.buffer)
}

function words(value: number): Chunk {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, value, true)
  return new Uint8Array(view.buffer)
}

function concat(...parts: readonly Chunk[]): Chunk {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
