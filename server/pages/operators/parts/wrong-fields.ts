// Invalid fields of a refused form, as links for the notice above it.
import type { FieldErrors } from '../../../html/form-fields.tsx'
import type { FieldLink } from '../../../html/notice.tsx'

/** Labels on the pages. The second entry is the field's id if it differs from the name. */
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
  line: ['Line'],
  reprintLine: ['Line'],
  reprintReason: ['Reason'],
  holdReason: ['Reason for a hold'],
  priority: ['Priority'],
  note: ['Note'],
  resolution: ['How it was settled'],
  terms: ['Terms'],
  validFrom: ['Valid from'],
  name: ['Shop name'],
  logoFile: ['Logo'],
  accent: ['Accent color'],
  seller: ['Seller'],
}

/** Forms whose fields end in a number instead of an order code. */
const numbered = new Set(['line', 'reprintLine'])

/** Returns the links. A name such as `number.SVC-7KQ2ZM` belongs to that order, and `line.3` to that line. */
export function wrongFields(errors: FieldErrors): readonly FieldLink[] {
  return Object.keys(errors).map((name) => {
    const [field = '', of] = name.split('.')
    const [label, id = name] = labels[field] ?? [field]
    if (of === undefined) return { id, label }
    return { id, label: numbered.has(field) ? `${label} ${of}` : `${label} of ${of}` }
  })
}
