// Refusals of reading a request body.
import { kilobytesText } from '../../domain/base/text/megabytes.ts'
import { quoteForeign } from '../../domain/base/text/text.ts'
import { bodyLateSentence } from '../../domain/errors/sentences.ts'
import type { BodyFailure } from '../requests/failure.ts'
import { maxFieldBytes } from '../requests/form-parser.ts'
import type { Refusals } from './refusal.ts'

export const bodyRefusals: Refusals<BodyFailure> = {
  invalid_json: [400, 'invalid json body'],
  body_too_large: ({ limitBytes }) => [413, `Body too large (max ${limitBytes} bytes).`],
  body_late: [
    408,
    bodyLateSentence,
    // Otherwise, the connection would stay open for the rest of the body.
    { headers: { connection: 'close' } },
  ],
  field_invalid: ({ message }) => [400, message],
  not_multipart: [400, "Expected multipart/form-data with a 'file' field."],
  form_field_too_long: ({ field }) => [
    400,
    `The field ${quoteForeign(field)} is longer than ${kilobytesText(maxFieldBytes)}. Shorten it.`,
  ],
  broken_multipart: ({ detail, remedy }) => [
    400,
    `The multipart body could not be read: ${detail}. ${remedy ?? 'Send it again, whole.'}`,
  ],
}
