// Fields of a business buyer in forms.
import {
  type BuyerDetails,
  type BuyerField,
  buyerFieldLimits,
  buyerFields,
} from '../../domain/accounts/buyer.ts'
import { type FieldErrors, TextField } from '../../html/form-fields.tsx'
import type { Words } from '../languages/words.ts'

export const buyerLabel = (words: Words, name: BuyerField): string => words.text(`buyer.${name}`)

const completions: Readonly<Record<BuyerField, string>> = {
  company: 'organization',
  vatId: 'off',
  purchaseOrder: 'off',
}

type FieldsProps = {
  words: Words
  entries: (name: BuyerField) => string
  errors: FieldErrors
}

export function BuyerFields({ words, entries, errors }: FieldsProps) {
  return (
    <>
      {buyerFields.map((name) => (
        <TextField
          name={name}
          label={words.text('field.optional', { label: buyerLabel(words, name) })}
          value={entries(name)}
          errors={errors}
          input={{
            autocomplete: completions[name],
            // A VAT ID may be typed with spaces.
            maxlength: buyerFieldLimits[name] + (name === 'vatId' ? 12 : 0),
          }}
        />
      ))}
    </>
  )
}

/** Returns the buyer's non-empty fields, as labels and values. */
export const buyerRows = ({
  company,
  vatId,
  purchaseOrder,
}: BuyerDetails): readonly (readonly [string, string])[] =>
  (
    [
      ['Company', company],
      ['VAT ID', vatId],
      ['Purchase order', purchaseOrder],
    ] as const
  ).flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]))
