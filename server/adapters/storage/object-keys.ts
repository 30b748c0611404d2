// Keys and URIs of managed storage, the same for every store: gs://<bucket>/<key>.

/**
 * An existing object that is stored again counts as stored now. Its time is renewed when it is older than this, which is half of the
 * shortest time that `removeOlder` is called with: no request takes the other half.
 */
export const renewAfterMs = 3_600_000

const maxKeyCharacters = 512
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

/** Plain names between slashes, without characters that have a meaning in a file system or a URL. */
export function isKey(key: string): boolean {
  return key.length <= maxKeyCharacters && keyPattern.test(key)
}

/** Keys are created by this service, so an invalid one is a bug. */
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
