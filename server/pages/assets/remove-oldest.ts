// Limits the number of builds in a folder.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes all but the newest `kept` entries of `folder`. */
export async function removeOldest(folder: string, kept: number): Promise<void> {
  const names = await readdir(folder)
  const dated = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs } = await Bun.file(join(folder, name)).stat()
      return { name, mtimeMs }
    }),
  )
  const old = dated.toSorted((one, other) => other.mtimeMs - one.mtimeMs).slice(kept)
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true })
}
