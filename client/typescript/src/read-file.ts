// Files by their path, where there is a file system. Bundles for browsers get read-file.browser.ts in its place (package.json).
import { readFile, stat } from 'node:fs/promises'

/** The size first, so that a file of gigabytes is refused before it is read. */
export async function readPath(path: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = await stat(path)
  if (size > maxBytes) {
    const [has, most] = [size, maxBytes].map((bytes) => (bytes / 1024 / 1024).toFixed(1))
    throw new TypeError(`${path} has ${has} MB; at most ${most} MB are accepted. Nothing was sent.`)
  }
  return new Uint8Array(await readFile(path))
}
