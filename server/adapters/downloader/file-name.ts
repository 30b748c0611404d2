// Derives a harmless file name for a fetched file from its URLs.

const maxLength = 200
/** Characters that deceive readers (control and direction characters) or have a meaning in a file system or shell. */
const deceiving = /[\p{C}\p{Zl}\p{Zp}<>:"|?*;`$]/gu

/**
 * Returns the last part of the first URL's path. If it has no extension, returns the last part of a later URL (redirects) or the name in
 * the server's content-disposition. Returns `model` when there is no name at all.
 */
export function fileNameFor(urls: readonly URL[], disposition: string | null): string {
  const offered = [...urls.map(lastPart), dispositionName(disposition)].map(sanitizeFileName)
  return offered.find(hasExtension) ?? offered.find((name) => name !== '') ?? 'model'
}

const hasExtension = (name: string) => /[^.]\.[a-z0-9]{1,8}$/i.test(name)

function lastPart(url: URL): string {
  const raw = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(raw)
  } catch {
    // The percent-encoded bytes are not UTF-8.
    return raw
  }
}

function dispositionName(disposition: string | null): string {
  return (
    /(?:^|;)\s*filename\s*=\s*(?:"([^"]*)"|([^";]+))/i
      .exec(disposition ?? '')
      ?.slice(1)
      .join('') ?? ''
  )
}

function sanitizeFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const clean = last
    .toWellFormed()
    .replaceAll(deceiving, '')
    .replace(/^[\s.-]+/, '')
    .trim()
  const characters = [...clean]
  return characters.length <= maxLength
    ? clean
    : [...characters.slice(0, 100), ...characters.slice(-100)].join('')
}
