// Keys that make it safe to retry a submit (decisions.md 14).

/** Returns 128 random bits in hex. `crypto.randomUUID` is missing on pages served over plain http. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Characters that a header can contain. Spaces are not allowed at either end. */
const keyForm = /^[!-~](?:[ -~]*[!-~])?$/
export const maxKeyCharacters = 255

/** Hours for which the service returns the first response to a repeated key. */
export const keyHours = 24

/** Throws a TypeError for a key that a header would not transmit unchanged. */
export function checkIdempotencyKey(key: string): string {
  if (key.length <= maxKeyCharacters && keyForm.test(key)) return key
  throw new TypeError(
    `idempotencyKey has to be 1 to ${maxKeyCharacters} ASCII characters, without spaces at its ends. Nothing was sent.`,
  )
}
