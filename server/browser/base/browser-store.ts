// Files and their data in the browser's database. They are never uploaded. The functions reject if the browser stores
// nothing, as in some private windows.

const database = 'print-farm'
const store = 'files'

/**
 * Runs `use` with the store, and resolves when its changes are committed: leaving the page earlier loses them. The
 * changes are atomic: a failed one, such as a file that exceeds the browser's storage, undoes the others. `use` may
 * only await requests of the store.
 */
export async function inStore<T>(use: (kept: IDBObjectStore) => Promise<T>): Promise<T> {
  const db = await open()
  try {
    const transaction = db.transaction(store, 'readwrite')
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
    const [result] = await Promise.all([use(transaction.objectStore(store)), committed])
    return result
  } finally {
    db.close()
  }
}

/** Returns the values of the keys, undefined for a key without one. */
export async function readStore(keys: readonly string[]): Promise<readonly unknown[]> {
  const db = await open()
  try {
    const kept = db.transaction(store).objectStore(store)
    return await Promise.all(keys.map((key) => awaitRequest<unknown>(kept.get(key))))
  } finally {
    db.close()
  }
}

export async function storeKeys(): Promise<readonly string[]> {
  const db = await open()
  try {
    return await keysOf(db.transaction(store).objectStore(store))
  } finally {
    db.close()
  }
}

export async function keysOf(kept: IDBObjectStore): Promise<readonly string[]> {
  const keys = await awaitRequest(kept.getAllKeys())
  return keys.filter((key) => typeof key === 'string')
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store))
  return awaitRequest(request)
}

export function awaitRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
