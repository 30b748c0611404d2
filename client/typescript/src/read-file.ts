// Reads files by path, if there is a file system. Browser bundles use read-file.browser.ts instead (package.json).
import { readFile, stat } from 'node:fs/promises'

/** Checks the size first, so that a file of several gigabytes is refused without reading it. */
export async function readPath(path: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = await stat(path)
  if (size > maxBytes) {
    const [has, most] = [size, maxBytes].map((bytes) => (bytes / 1024 / 1024).toFixed(1))
    throw new TypeError(`${path} has ${has} MB; at most ${most} MB are accepted. Nothing was sent.`)
  }
  return new Uint8Array(await readFile(path))
}
