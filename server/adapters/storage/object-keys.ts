// Keys and URIs of managed storage, the same for every store: gs://<bucket>/<key>.

const KEY_MAX = 512
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

/** Plain names between slashes: nothing that a file system or a URL would read as something else. */
export function isKey(key: string): boolean {
  return key.length <= KEY_MAX && KEY.test(key)
}

/** Keys are made by us, so a bad one is a bug. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not an object key: ${JSON.stringify(key.slice(0, 100))}`)
  return key
}

/** The URI half of the ObjectStore port. */
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
