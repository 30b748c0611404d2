// Maps EasyPost's errors to failures by status and code (docs.easypost.com, "Errors").
import * as v from 'valibot'
import type { CarrierFailure } from '../../domain/carriers/failure.ts'

/** Error codes of a purchase that may have been made nevertheless. */
const unknownOutcomes: ReadonlySet<string> = new Set([
  'SHIPMENT.POSTAGE.EXISTS',
  'SHIPMENT.POSTAGE.NO_RESPONSE',
  'SHIPMENT.POSTAGE.TIMED_OUT',
  'SHIPMENT.PURCHASE.IN_PROGRESS',
])

/** The service returns `errors` as strings or as objects, and `message` as a string or a list. */
const errorBody = v.object({
  error: v.object({
    code: v.nullish(v.string(), ''),
    message: v.optional(v.unknown()),
    errors: v.nullish(v.array(v.unknown()), []),
  }),
})

const fieldError = v.object({ field: v.nullish(v.string(), ''), message: v.string() })

/** Returns the code of an error, such as ADDRESS.VERIFY.FAILURE; empty if the body is no error or has another code. */
export function codeOf(body: unknown): string {
  const read = v.safeParse(errorBody, body)
  const code = read.success ? read.output.error.code : ''
  return /^[A-Z0-9._]{1,80}$/.test(code) ? code : ''
}

export function failureOf(status: number, body: unknown): CarrierFailure {
  const read = v.safeParse(errorBody, body)
  const code = read.success ? read.output.error.code : ''
  if (status >= 500 || status === 408 || unknownOutcomes.has(code)) {
    return { kind: 'carrier_unreachable' }
  }
  if (status === 401 || status === 403) return { kind: 'carrier_account_refused' }
  if (status === 402) return { kind: 'carrier_balance_low' }
  if (status === 429) return { kind: 'carrier_busy' }
  if (!read.success) {
    // Not a response of the API; a proxy may have sent it after the API acted.
    return { kind: 'carrier_unreachable' }
  }
  const { message, errors } = read.output.error
  const fields = errors.map((each) => v.safeParse(fieldError, each))
  const texts = [
    message,
    ...errors.map((each, index) => {
      const field = fields[index]
      return field?.success === true ? `${field.output.field} ${field.output.message}` : each
    }),
  ]
  const text = oneLine(
    texts
      .flat()
      .filter((each) => typeof each === 'string')
      .join('; '),
  )
  return {
    kind: code.startsWith('ADDRESS.') ? 'carrier_address_refused' : 'carrier_refused',
    message: text,
  }
}

const maxCharacters = 300

/** Returns the text on one line, without control characters. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxCharacters)
    .trimEnd()
    .replace(/\.$/u, '')
