// Opens the models in a ZIP in the browser. Loaded with the first ZIP. Reads the directory before anything is unpacked
// and counts the unpacked bytes, because a directory may be forged.
import { maxLines } from '../../../domain/cart/cart.ts'
import { printableFormat, uploadFormat } from '../../../domain/models/format.ts'
import { maxModelBytes } from '../../../domain/models/size-limit.ts'
import { words } from '../../base/page-words.ts'

export type ZipContents =
  /** A ZIP that is a 3MF model. */
  | { readonly kind: '3mf' }
  | {
      readonly kind: 'models'
      readonly files: readonly File[]
      readonly leftOut: readonly string[]
    }
  | { readonly kind: 'refused'; readonly reason: string }

/** Maximum number of directory entries that are read. */
const maxEntries = 2000
/** Limit for all models of an archive together, because the browser keeps them in memory. */
export const maxTotalBytes = 3 * maxModelBytes
/** Maximum compression ratio. Text shrinks to a tenth of its size, and no legitimate file to less than a two-hundredth. */
const maxRatio = 200

export type Room = { readonly models: number; readonly bytes: number }
const wholeRoom: Room = { models: maxLines, bytes: maxTotalBytes }

type Entry = {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

/** Opens an archive. `room` is the number of models that the page still accepts. */
export async function openZip(file: File, room: Room = wholeRoom): Promise<ZipContents> {
  const entries = await readDirectory(file)
  if (typeof entries === 'string') return { kind: 'refused', reason: entries }
  if (entries.some(({ name }) => /^3D\/.*\.model$|^Metadata\/plate_\d+\.gcode$/i.test(name))) {
    return { kind: '3mf' }
  }
  const files: File[] = []
  const leftOut: string[] = []
  const nameOfEntry = namesIn(entries)
  // Bytes inflated so far, for kept and skipped entries, because many entries may refer to the same data.
  let inflated = 0
  for (const entry of entries.filter(isOfInterest)) {
    const name = nameOfEntry(entry)
    if (!mayBeModel(name)) {
      leftOut.push(name)
      continue
    }
    const bytes = room.bytes - inflated
    const problem = problemOf(entry, { models: room.models - files.length, bytes })
    const unpacked = problem === null ? await unpack(file, entry) : null
    inflated += unpacked?.inflatedBytes ?? 0
    const contents = unpacked?.contents ?? null
    if (contents === null) {
      leftOut.push(`${name} (${problem ?? words.text('zip.problem.damaged')})`)
      continue
    }
    files.push(new File([contents], name))
  }
  if (files.length > 0) return { kind: 'models', files, leftOut }
  if (entries.some(({ isEncrypted }) => isEncrypted)) {
    return { kind: 'refused', reason: words.text('zip.password') }
  }
  return { kind: 'refused', reason: nothingText(leftOut) }
}

/** Returns why an archive contains no part. */
export const nothingText = (leftOut: readonly string[]): string =>
  leftOut.length === 0
    ? words.text('zip.isEmpty')
    : words.text('zip.holds', { names: namesText(leftOut) })

/** Whether an entry may be a model, judged by its name. Files without an extension are decided by their contents. */
const mayBeModel = (name: string): boolean =>
  !name.includes('.') || printableFormat(name) !== null || uploadFormat(name) !== null

/** Returns an entry's file name, with its folders if another entry has the same name. */
function namesIn(entries: readonly Entry[]): (entry: Entry) => string {
  const last = ({ name }: Entry) => name.split('/').at(-1) ?? name
  const counts = new Map<string, number>()
  for (const entry of entries.filter(isOfInterest)) {
    counts.set(last(entry), (counts.get(last(entry)) ?? 0) + 1)
  }
  return (entry) => (counts.get(last(entry)) === 1 ? last(entry) : entry.name.replaceAll('/', '-'))
}

/** Such as "a, b and 3 more". */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 3)
  const more = names.length - shown.length
  return more === 0
    ? words.list(shown)
    : words.text('zip.more', { names: shown.join(', '), count: words.count(more) })
}

/** Whether an entry is neither a folder nor a system file. */
const isOfInterest = ({ name }: Entry): boolean =>
  !name.endsWith('/') && !name.startsWith('__MACOSX/') && !/(^|\/)\./.test(name)

function problemOf({ isEncrypted, method, bytes, packedBytes }: Entry, room: Room): string | null {
  if (isEncrypted) return words.text('zip.problem.password')
  if (method !== 0 && method !== 8) return words.text('zip.problem.packed')
  if (bytes > maxModelBytes) {
    return words.text('zip.problem.larger', { limit: words.megabytes(maxModelBytes) })
  }
  if (bytes > packedBytes * maxRatio) return words.text('zip.problem.damaged')
  if (room.models <= 0) {
    return words.text('zip.problem.models', { count: words.count(maxLines) })
  }
  return bytes > room.bytes ? words.text('zip.problem.total') : null
}

/** Reads the directory, or returns a sentence if there is none. */
async function readDirectory(file: File): Promise<readonly Entry[] | string> {
  const damaged = words.text('zip.damaged')
  const tail = await viewOf(file.slice(Math.max(0, file.size - 65_557)))
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) return damaged
  const count = tail.getUint16(end + 10, true)
  const size = tail.getUint32(end + 12, true)
  const offset = tail.getUint32(end + 16, true)
  if (isZip64(tail, end)) {
    return words.text('zip.zip64')
  }
  if (count > maxEntries) {
    return words.text('zip.tooMany', { count: words.number(maxEntries) })
  }
  if (offset + size > file.size) return damaged
  const directory = await viewOf(file.slice(offset, offset + size))
  const entries: Entry[] = []
  let at = 0
  while (entries.length < count) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) {
      return damaged
    }
    const nameBytes = directory.getUint16(at + 28, true)
    const next =
      at + 46 + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
    if (next > directory.byteLength) return damaged
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameBytes)),
      method: directory.getUint16(at + 10, true),
      isEncrypted: (directory.getUint16(at + 8, true) & 1) === 1,
      packedBytes: directory.getUint32(at + 20, true),
      bytes: directory.getUint32(at + 24, true),
      offset: directory.getUint32(at + 42, true),
    })
    at = next
  }
  return entries
}

/** Whether the archive needs ZIP64: sizes are stored elsewhere or would overflow 32 bits. */
const isZip64 = (tail: DataView, end: number): boolean =>
  (end >= 20 && tail.getUint32(end - 20, true) === 0x07064b50) ||
  tail.getUint16(end + 10, true) === 0xffff ||
  tail.getUint32(end + 16, true) === 0xffffffff

type Unpacked = {
  /** null for damaged data, and for more data than the directory states. */
  readonly contents: Blob | null
  /** Inflated bytes, whatever the result. */
  readonly inflatedBytes: number
}

const damagedEntry: Unpacked = { contents: null, inflatedBytes: 0 }

async function unpack(file: File, entry: Entry): Promise<Unpacked> {
  const header = await viewOf(file.slice(entry.offset, entry.offset + 30))
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) return damagedEntry
  const from = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const packed = file.slice(from, from + entry.packedBytes)
  if (entry.method === 0) {
    const contents = packed.size === entry.bytes ? packed : null
    return { contents, inflatedBytes: packed.size }
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  try {
    const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      bytes += value.byteLength
      if (bytes > entry.bytes) {
        await reader.cancel()
        return { contents: null, inflatedBytes: bytes }
      }
      chunks.push(value)
    }
  } catch {
    return { contents: null, inflatedBytes: bytes }
  }
  return { contents: bytes === entry.bytes ? new Blob(chunks) : null, inflatedBytes: bytes }
}

const viewOf = async (blob: Blob): Promise<DataView<ArrayBuffer>> =>
  new DataView(await blob.arrayBuffer())
