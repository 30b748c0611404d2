// Files that were dropped on one page and are opened by the next. The browser keeps them in between; nothing is uploaded.
import { inStore, readStore, requested } from './browser-store.ts'

const key = 'dropped'
/** Added to the address of the page that takes the files. */
export const droppedHash = '#dropped'

/** Rejects where the browser keeps nothing, as some private windows do. */
export async function handOver(files: readonly File[]): Promise<void> {
  await inStore((kept) => requested(kept.put(files, key)))
}

/** Returns the files once. */
export async function takeOver(): Promise<readonly File[]> {
  const [files] = await readStore([key])
  await inStore((kept) => requested(kept.delete(key)))
  return Array.isArray(files) ? files.filter((file) => file instanceof File) : []
}
