// Builds an npm package in npm's format: files below `package/` in a gzipped tar (POSIX ustar). The same files produce
// the same bytes, because lock files contain their hash.
import { gzipSync } from 'node:zlib'

export type PackedFile = {
  /** Path within the package, with `/` between folders. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly isProgram?: boolean
}

const blockBytes = 512
const maxNameBytes = 100
/** The time that npm uses as well, because some tools refuse 1970. */
const modifiedAt = Date.UTC(1985, 9, 26, 8, 15) / 1000

/** Throws if a name is too long for a ustar header. */
export function npmTarball(files: readonly PackedFile[]): Uint8Array {
  const sorted = files.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const blocks = sorted.flatMap((file) => [headerOf(file), padded(file.bytes)])
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]), { level: 9 })
}

function headerOf({ name, bytes, isProgram = false }: PackedFile): Buffer {
  const path = `package/${name}`
  if (Buffer.byteLength(path) > maxNameBytes) throw new Error(`${path} is too long for a tar.`)
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(path, 0)
  header.write(`${octal(isProgram ? 0o755 : 0o644, 6)} \0`, 100)
  header.write(`${octal(0, 6)} \0${octal(0, 6)} \0`, 108)
  header.write(`${octal(bytes.length, 11)} `, 124)
  header.write(`${octal(modifiedAt, 11)} `, 136)
  // The checksum field counts as spaces.
  header.fill(' ', 148, 156)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}

function padded(bytes: Uint8Array): Buffer {
  const content = Buffer.alloc(Math.ceil(bytes.length / blockBytes) * blockBytes)
  content.set(bytes)
  return content
}
