// Part counts per order line, in the forms that refund parts and print them again.
import type { OrderLine } from '../../../domain/orders/record/order-lines.ts'
import { type FieldErrors, TextField } from '../../../html/form-fields.tsx'

/** Counts as typed, by line number. */
export type TypedParts = Readonly<Record<number, string>>

/** `line.3` is the field of the third line. Forms on the same page use different names. */
export type PartsFieldName = 'line' | 'reprintLine'

export const partsField = (name: PartsFieldName, place: number): string => `${name}.${place}`

type Props = {
  readonly name: PartsFieldName
  readonly lines: readonly OrderLine[]
  readonly typed: TypedParts
  readonly hintOf: (line: OrderLine) => string
  readonly errors: FieldErrors
}

export function PartsFields({ name, lines, typed, hintOf, errors }: Props) {
  return (
    <div class="columns">
      {lines.map((line) => (
        <TextField
          name={partsField(name, line.place)}
          label={`Line ${line.place}: ${line.file.fileName}`}
          value={typed[line.place] ?? ''}
          hint={hintOf(line)}
          errors={errors}
          input={{ maxlength: 4, inputmode: 'numeric', autocomplete: 'off' }}
        />
      ))}
    </div>
  )
}
