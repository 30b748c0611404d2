// Keys that make it safe to send a submit again (decisions.md 14).

/** 128 random bits in hex. `crypto.randomUUID` is missing on pages that came over plain http. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A header holds no other characters, and none of these at its ends. */
const keyForm = /^[!-~](?:[ -~]*[!-~])?$/
export const maxKeyCharacters = 255

/** For which the service returns the first response to a repeated key. */
export const keyHours = 24

/** Throws a TypeError for a key that would not arrive as it is. */
export function checkIdempotencyKey(key: string): string {
  if (key.length <= maxKeyCharacters && keyForm.test(key)) return key
  throw new TypeError(
    `idempotencyKey has to be 1 to ${maxKeyCharacters} ASCII characters, without spaces at its ends. Nothing was sent.`,
  )
}
