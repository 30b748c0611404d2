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
    await change(db, (kept) => kept.put(files, key))
  } finally {
    db.close()
  }
}

/** Returns the files once. */
export async function takeOver(): Promise<readonly File[]> {
  const db = await open()
  try {
    const kept = await done<unknown>(db.transaction(store).objectStore(store).get(key))
    await change(db, (kept) => kept.delete(key))
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

/** Resolves once the change is committed: a page that is left before that takes it along. */
function change(db: IDBDatabase, make: (kept: IDBObjectStore) => void): Promise<void> {
  const transaction = db.transaction(store, 'readwrite')
  make(transaction.objectStore(store))
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
