// Why parts are scrap, a field of the forms that count them.
import {
  isScrapReason,
  type ScrapReason,
  scrapReasonLabels,
  scrapReasons,
} from '../../../domain/farm/jobs/scrap-reason.ts'
import { Field, type FieldErrors } from '../../../html/form-fields.tsx'

type Props = { readonly typed: string | undefined; readonly errors: FieldErrors }

export function ScrapReasonField({ typed = '', errors }: Props) {
  return (
    <Field name="scrapReason" label="Why they are bad" errors={errors}>
      {(field) => (
        <select {...field}>
          <option value="" selected={typed === ''}>
            Not known
          </option>
          {scrapReasons.map((reason) => (
            <option value={reason} selected={reason === typed}>
              {scrapReasonLabels[reason]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Undefined where it was left open, or has no bad parts to ask about; null of a word that is none. */
export function readScrapReason(text: string): ScrapReason | undefined | null {
  if (text === '') return undefined
  return isScrapReason(text) ? text : null
}

/** The refusal of another word. */
export const scrapReasonError = `Choose one of: ${Object.values(scrapReasonLabels).join('; ')}.`
