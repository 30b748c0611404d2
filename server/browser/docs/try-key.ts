// Idempotency-Key of a form. The key is kept until a request with it succeeds, so that a second click after a lost
// response does not order twice.

const nameOfInput = 'header:Idempotency-Key'

export type FormKey = {
  /**
   * Renews the key. Call it after a 2xx response was read in full. After a refusal or an outage, the key must be kept,
   * because the order may exist.
   */
  readonly renew: () => void
}

/** Fills the form's empty key field, if it has one. Never replaces a typed key. */
export function keyOf(form: HTMLFormElement): FormKey {
  const input = [...form.querySelectorAll('input')].find(({ name }) => name === nameOfInput)
  let ownKey = ''
  const fill = () => {
    if (input === undefined || input.value !== ownKey) return
    ownKey = randomKey()
    input.value = ownKey
  }
  fill()
  return { renew: fill }
}

/** `crypto.randomUUID` is missing on pages without TLS. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
