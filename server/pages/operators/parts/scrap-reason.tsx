// Reason for scrap, as a field of the forms that count it.
import { scrapReasonLabels, scrapReasons } from '../../../domain/farm/jobs/scrap-reason.ts'
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
