// Bytes of the file that the worker read last. A price and the faults shown with it always come from the same bytes,
// even if the file changes on disk.
import type { ModelFile } from './messages.ts'

/** Thrown for a file that the browser can no longer read. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
}

const pieceBytes = 8 * 2 ** 20

export class FileBytes {
  #key = ''
  #bytes = new Uint8Array(new ArrayBuffer(0))

  /** Reads in chunks, so that the page can show the progress. Throws FileUnreadable. */
  async read(
    { file, key }: Pick<ModelFile, 'file' | 'key'>,
    onProgress: (share: number) => void = () => {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    if (key === this.#key) return this.#bytes
    this.drop()
    const bytes = new Uint8Array(file.size)
    for (let from = 0; from < file.size; from += pieceBytes) {
      const piece = await file
        .slice(from, from + pieceBytes)
        .arrayBuffer()
        .catch((error: unknown) => {
          throw new FileUnreadable(String(error))
        })
      bytes.set(new Uint8Array(piece), from)
      onProgress((from + piece.byteLength) / file.size)
    }
    this.#key = key
    this.#bytes = bytes
    return bytes
  }

  keep(key: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#key = key
    this.#bytes = bytes
  }

  drop(): void {
    this.keep('', new Uint8Array(new ArrayBuffer(0)))
  }
}
