// Passes files that were dropped on one page to the next page. The browser stores them in between. Nothing is uploaded.
import { awaitRequest, inStore, readStore } from './browser-store.ts'

const key = 'dropped'
/** Hash in the URL of the page that receives the files. */
export const droppedHash = '#dropped'

/** Stores the files. Rejects if the browser stores nothing, as in some private windows. */
export async function handOver(files: readonly File[]): Promise<void> {
  await inStore((kept) => awaitRequest(kept.put(files, key)))
}

/** Returns the files once. */
export async function takeOver(): Promise<readonly File[]> {
  const [files] = await readStore([key])
  await inStore((kept) => awaitRequest(kept.delete(key)))
  return Array.isArray(files) ? files.filter((file) => file instanceof File) : []
}
