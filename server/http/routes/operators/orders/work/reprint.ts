// Reprints parts of an order without a charge: POST /api/operator/orders/{code}/reprint, and the form on the order
// page.

import * as v from 'valibot'
import { fail, ok } from '../../../../../domain/base/result.ts'
import { reprintOrder } from '../../../../../domain/farm/reports/reprint-order.ts'
import type { LineParts } from '../../../../../domain/orders/reversals/refund.ts'
import { partsField } from '../../../../../pages/operators/orders/parts-fields.tsx'
import { json } from '../../../../contract/body.ts'
import { forOperators } from '../../../../contract/field-texts.ts'
import { type Field, type SentFields, textOf, version } from '../../../../contract/form-fields.ts'
import { operator } from '../../../../middleware/access.ts'
import { form } from '../../../../middleware/form.ts'
import { route } from '../../../../middleware/route.ts'
import { refusalOf } from '../../../../refusals/refusal-of.ts'
import { queued, queuedExample, queuedJson } from '../../../farm/farm-queue.ts'
import { codeParameter } from '../../../orders/order-json.ts'
import { scrapReasonField } from '../../forms/scrap-reason-field.ts'
import { orderForm } from '../order-form.ts'
import { partsOf, reasonError, typedParts } from '../part-counts.ts'
import { reprintSchema } from './work-schemas.ts'

export const reprintRoute = route({
  method: 'POST',
  path: '/api/operator/orders/:code/reprint',
  id: 'reprintOrder',
  tag: 'Operators',
  summary: 'Print parts of an order again, free of charge',
  description:
    `${forOperators} Parts that were printed turned out to be bad, or were lost in transit: they count as scrap ` +
    'and are queued as print jobs again. No money moves. A PRINTED, SHIPPED or DELIVERED order is PRINTING again, and the order’s page shows ' +
    'it; one that was shipped gets a new ship date and needs tracking again. Parts of such an order that had no print job are counted as ' +
    'printed manually. `version` ensures that a repeated request queues nothing.',
  access: operator,
  parameters: [codeParameter],
  body: json(reprintSchema, {
    example: {
      lines: [{ line: 1, quantity: 2 }],
      reason: 'Broken on the way.',
      scrapReason: 'transport',
      version: 6,
    },
    refused: [{ lines: [], reason: 'Lost.', version: 6 }],
  }),
  response: {
    description: 'The order and its jobs.',
    schema: queued,
    example: { ...queuedExample, status: 'PRINTING', version: 7 },
  },
  refusals: [
    { kind: 'order_not_found' },
    { kind: 'order_line_unknown', lines: 3 },
    { kind: 'order_changed', version: 7, changes: [] },
    { kind: 'order_held', reason: 'Out of black PETG' },
    {
      kind: 'order_needs_review',
      finding: { part: 1, plate: 1, line: 12, command: 'M600', reason: 'waits for a person' },
    },
    { kind: 'order_refunded' },
    { kind: 'order_reprint_status', status: 'RECEIVED' },
    { kind: 'order_reprint_parts', line: 1, printed: 1 },
  ],
  handler: async function reprint({ deps }, { caller, params: { code }, body }) {
    const made = await reprintOrder(deps, caller.email, { code, ...body })
    return made.ok ? ok(queuedJson(made.value, deps.baseUrl)) : made
  },
})

/** Returns the counts as typed, by line. */
const typedLines = (field: SentFields) => typedParts('reprintLine', (name) => field(name).trim())

const reprintLines: Field<readonly LineParts[]> = {
  read: (field) => {
    const lines = partsOf('reprintLine', typedLines(field))
    if (!lines.ok || lines.value.length > 0) return lines
    return fail({ [partsField('reprintLine', 1)]: 'Enter how many parts to reprint.' })
  },
}

export const reprintForms = [
  form({
    ...orderForm((field) => ({
      reprintForm: {
        parts: typedLines(field),
        reason: field('reprintReason').trim(),
        scrapReason: field('scrapReason'),
      },
    })),
    path: '/operator/orders/:code/reprint',
    fields: {
      lines: reprintLines,
      reprintReason: textOf(
        v.pipe(v.string(), v.trim(), reprintSchema.entries.reason),
        reasonError,
      ),
      scrapReason: scrapReasonField,
      version,
    },
    act: async function reprintByForm({ deps }, { caller, params: { code }, body }) {
      const { lines, reprintReason: reason, scrapReason, version: orderVersion } = body
      const input = { code, lines, reason, scrapReason, version: orderVersion }
      return await reprintOrder(deps, caller.email, input)
    },
    marks: {
      order_reprint_parts: (failure) => ({
        [partsField('reprintLine', failure.line)]: refusalOf(failure).error,
      }),
    },
  }),
]
