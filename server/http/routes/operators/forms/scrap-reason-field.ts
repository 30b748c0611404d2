// Form field for the reason why parts are scrapped.
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import {
  isScrapReason,
  type ScrapReason,
  scrapReasonLabels,
} from '../../../../domain/farm/jobs/scrap-reason.ts'
import type { FieldErrors } from '../../../../html/form-fields.tsx'
import type { Field, SentFields } from '../../../contract/form-fields.ts'

const error = `Choose one of: ${Object.values(scrapReasonLabels).join('; ')}.`

/** Returns undefined if the field was left empty. */
export function readScrapReason(
  field: SentFields,
  name: string,
): Result<ScrapReason | undefined, FieldErrors> {
  const text = field(name)
  if (text === '') return ok(undefined)
  return isScrapReason(text) ? ok(text) : fail({ [name]: error })
}

export const scrapReasonField: Field<ScrapReason | undefined> = { read: readScrapReason }
