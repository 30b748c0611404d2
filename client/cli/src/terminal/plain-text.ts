// Text that others wrote, made safe for a terminal.

/** Control, direction and other invisible characters, escape sequences among them; joiners belong to words of some scripts. */
const unsafe = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]/gu

export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\t\r]+/g, ' ')
    .replaceAll(unsafe, '')

/** Parses JSON; every string in it is safe to print. Throws a SyntaxError. */
export function parsePlainJson(json: string): unknown {
  return JSON.parse(json, (_name, value: unknown) =>
    typeof value === 'string' ? plainText(value) : value,
  )
}
