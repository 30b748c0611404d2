// The Idempotency-Key of a form: kept until a request under it succeeded, so that a second click after a lost response orders nothing
// twice.

const nameOfInput = 'header:Idempotency-Key'

export type FormKey = {
  /** Call after a response of 2xx was read in full. A refusal or an outage must keep the key: the order may exist. */
  readonly renew: () => void
}

/** Fills the form's empty field, if it has one. A key that the reader typed is never replaced. */
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
