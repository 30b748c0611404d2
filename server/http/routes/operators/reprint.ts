// Printing parts of an order again without a charge: POST /api/operator/orders/{code}/reprint, and the form on the order's page.
import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { reprintOrder } from '../../../domain/farm/reprint-order.ts'
import { readOrderForOperators } from '../../../domain/orders/read/operator-orders.ts'
import { correctFields, type FieldErrors } from '../../../html/form-fields.tsx'
import { deskOrderNotFound } from '../../../pages/operators/not-found.tsx'
import { orderPath } from '../../../pages/operators/order-path.ts'
import { partsField } from '../../../pages/operators/parts-fields.tsx'
import { wrongFields } from '../../../pages/operators/wrong-fields.ts'
import { json } from '../../contract/body.ts'
import { versionOf } from '../../contract/form-fields.ts'
import { operator } from '../../middleware/access.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received, route } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { queued, queuedExample, queuedJson } from '../farm/farm-queue.ts'
import { codeParameter } from '../orders/order-json.ts'
import { reprintSchema } from '../orders/status-schemas.ts'
import { partsOf, reasonError, typedParts } from './operator-forms.ts'
import { forOperator, showOrder } from './operator-view.ts'

export const reprintRoute = route({
  method: 'POST',
  path: '/api/operator/orders/:code/reprint',
  id: 'reprintOrder',
  tag: 'Operators',
  summary: 'Print parts of an order again, free of charge',
  description:
    'For accounts that are listed as operators. Parts that were printed turned out to be bad, or were lost on their way: they count as scrap ' +
    'and are queued as print jobs once more. No money moves. A PRINTED, SHIPPED or DELIVERED order is PRINTING again, and the order’s page says ' +
    'so; one that was shipped gets a new ship date and needs tracking again. Parts of such an order that had no print job are counted as ' +
    'printed by hand. `version` makes sure that a repeated request queues nothing.',
  access: operator,
  parameters: [codeParameter],
  body: json(reprintSchema, {
    example: { lines: [{ line: 1, quantity: 2 }], reason: 'Broken on the way.', version: 6 },
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
    { kind: 'order_refunded' },
    { kind: 'order_reprint_status', status: 'RECEIVED' },
    { kind: 'order_reprint_parts', line: 1, printed: 1 },
  ],
  handler: async function reprint({ deps }, { caller, params: { code }, body }) {
    const made = await reprintOrder(deps, caller.email, { code, ...body })
    return made.ok ? ok(queuedJson(made.value, deps.baseUrl)) : made
  },
})

export const reprintForms = [page('POST', '/operator/orders/:code/reprint', reprintByForm)]

function reprintByForm(
  http: HttpContext,
  { request, params: { code = '' } }: Received,
): Promise<Response> {
  return forOperator(http, request, async (user) => {
    const { deps } = http
    const field = await readForm(request)
    const sent = (name: string) => field(name).trim()
    const parts = typedParts('reprintLine', sent)
    const reprintForm = { parts, reason: sent('reprintReason') }
    const refuse = async (view: Refused) => {
      const order = await readOrderForOperators(deps, code)
      if (!order.ok) return deskOrderNotFound(user)
      return await showOrder(http, order.value, { user, ...view, reprintForm })
    }
    const lines = partsOf('reprintLine', parts)
    const reason = v.safeParse(reprintSchema.entries.reason, reprintForm.reason)
    const errors: FieldErrors = {
      ...(lines.ok ? {} : lines.failure),
      ...(lines.ok && lines.value.length === 0 && { [partsField('reprintLine', 1)]: noParts }),
      ...(!reason.success && { reprintReason: reasonError }),
    }
    if (!lines.ok || !reason.success || Object.keys(errors).length > 0) {
      return await refuse(invalid(errors))
    }
    const version = versionOf(sent('version'))
    if (version === null) return await refuse({ status: 400, notice: notice(noVersion) })
    const input = { code, lines: lines.value, reason: reason.output, version }
    const made = await reprintOrder(deps, user.email, input)
    return made.ok
      ? seeOther(`${orderPath(code)}?saved=1`)
      : await refuse(refusedView(made.failure))
  })
}

type Refused = Omit<Parameters<typeof showOrder>[2], 'user'>

const noParts = 'Enter how many parts are printed again.'
const noVersion = 'This form was incomplete, so nothing was saved. Check it and save again.'

const notice = (text: string) => ({ kind: 'error', text }) as const

const invalid = (errors: FieldErrors): Refused => ({
  status: 400,
  errors,
  notice: {
    ...notice(`Nothing was saved. ${correctFields(errors)}`),
    fields: wrongFields(errors),
  },
})

function refusedView(failure: Failure): Refused {
  if (failure.kind === 'order_changed') return { status: 409, changes: failure.changes }
  const { status, error } = refusalOf(failure)
  if (failure.kind === 'order_reprint_parts') {
    return invalid({ [partsField('reprintLine', failure.line)]: error })
  }
  return { status, notice: notice(error) }
}
