// Files that were dropped on one page and are opened by the next. The browser keeps them in between; nothing is uploaded.

const database = 'print-farm'
const store = 'files'
const key = 'dropped'
/** Added to the address of the page that takes the files. */
export const droppedHash = '#dropped'

/** Rejects where the browser keeps nothing, as some private windows do. */
export async function handOver(files: readonly File[]): Promise<void> {
  const db = await open()
  try {
    await done(db.transaction(store, 'readwrite').objectStore(store).put(files, key))
  } finally {
    db.close()
  }
}

/** They are handed out once. */
export async function takeOver(): Promise<readonly File[]> {
  const db = await open()
  try {
    const kept = await done<unknown>(db.transaction(store).objectStore(store).get(key))
    await done(db.transaction(store, 'readwrite').objectStore(store).delete(key))
    return Array.isArray(kept) ? kept.filter((file) => file instanceof File) : []
  } finally {
    db.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store))
  return done(request)
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
