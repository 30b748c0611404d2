// The fields that a refused form has wrong, as links for the notice above it.
import type { FieldErrors } from '../base/form-fields.tsx'
import type { FieldLink } from '../base/layout.tsx'

/** As the pages label them; where the id is not the field's name, it is the second entry. */
const labels: Readonly<Record<string, readonly [label: string, id?: string]>> = {
  status: ['Status'],
  carrier: ['Carrier'],
  number: ['Tracking number'],
  url: ['Tracking page'],
  withoutTracking: ['Ship without tracking'],
  amount: ['Amount in dollars'],
  reason: ['Reason'],
  refund: ['Refund', 'refund-full'],
  subject: ['Subject'],
  body: ['Message'],
  file: ['Files', 'message-file'],
  lines: ['Pasted lines'],
}

/** A name such as `number.SVC-7KQ2ZM` is that order's field. */
export function wrongFields(errors: FieldErrors): readonly FieldLink[] {
  return Object.keys(errors).map((name) => {
    const [field = '', code] = name.split('.')
    const [label, id = name] = labels[field] ?? [field]
    return { id, label: code === undefined ? label : `${label} of ${code}` }
  })
}
