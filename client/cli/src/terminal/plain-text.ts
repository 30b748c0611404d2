// Makes untrusted text safe for a terminal.

/**
 * Control, direction and other invisible characters, including escape sequences. Joiners are allowed, because some
 * scripts need them in words.
 */
const unsafe = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]/gu

export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\t\r]+/g, ' ')
    .replaceAll(unsafe, '')

/** Parses JSON and makes every string in it safe to print. Throws a SyntaxError. */
export function parsePlainJson(json: string): unknown {
  return JSON.parse(json, (_name, value: unknown) =>
    typeof value === 'string' ? plainText(value) : value,
  )
}
