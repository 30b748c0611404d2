// Keys and URIs of managed storage, the same for every store: gs://<bucket>/<key>.

/**
 * An object that is stored again is treated as stored now. Its time is renewed when it is older than this, which is half of the shortest
 * time with which `removeOlder` is called: no request takes as long as the other half.
 */
export const renewAfterMs = 3_600_000

const maxKeyCharacters = 512
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

/** Whether a key consists of plain names between slashes, without characters that have a meaning in a file system or a URL. */
export function isKey(key: string): boolean {
  return key.length <= maxKeyCharacters && keyPattern.test(key)
}

/** Checks a key. The service creates all keys, so an invalid one is a bug. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not an object key: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}

/** The URI functions of the ObjectStore port. */
export function objectUris(bucket: string) {
  const start = `gs://${bucket}/`
  return {
    uri: (key: string) => start + checkedKey(key),
    parseUri: (uri: string) => {
      if (!uri.startsWith(start)) return null
      const key = uri.slice(start.length)
      return isKey(key) ? key : null
    },
  }
}
