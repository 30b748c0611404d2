// The form field that says why parts are scrap.
import { fail, ok } from '../../../domain/base/result.ts'
import type { ScrapReason } from '../../../domain/farm/jobs/scrap-reason.ts'
import { readScrapReason, scrapReasonError } from '../../../pages/operators/parts/scrap-reason.tsx'
import type { Field } from '../../contract/form-fields.ts'

/** Undefined where it was left open. */
export const scrapReasonField: Field<ScrapReason | undefined> = {
  read: (field, name) => {
    const reason = readScrapReason(field(name))
    return reason === null ? fail({ [name]: scrapReasonError }) : ok(reason)
  },
}
