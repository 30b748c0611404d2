// Files and what belongs to them in the browser's own database. Nothing of it is uploaded. Rejects where the browser keeps nothing,
// as some private windows do.

const database = 'print-farm'
const store = 'files'

/** Runs `use` with the store, and resolves once its changes are committed: a page that is left before that takes them along. */
export async function inStore(use: (kept: IDBObjectStore) => void): Promise<void> {
  const db = await open()
  try {
    const transaction = db.transaction(store, 'readwrite')
    use(transaction.objectStore(store))
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
  } finally {
    db.close()
  }
}

/** The values of the keys; undefined for a key without one. */
export async function readStore(keys: readonly string[]): Promise<readonly unknown[]> {
  const db = await open()
  try {
    const kept = db.transaction(store).objectStore(store)
    return await Promise.all(keys.map((key) => done<unknown>(kept.get(key))))
  } finally {
    db.close()
  }
}

export async function storeKeys(): Promise<readonly string[]> {
  const db = await open()
  try {
    const keys = await done(db.transaction(store).objectStore(store).getAllKeys())
    return keys.filter((key) => typeof key === 'string')
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
