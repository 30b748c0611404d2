// POST /api/print/orders: submits a print order (contract.md 4.2).

import { fail, ok } from '../../../domain/base/result.ts'
import { maxModelBytes } from '../../../domain/models/size-limit.ts'
import { dryRunOrder, isDryRun } from '../../../domain/orders/submit/dry-run.ts'
import { submitOrder } from '../../../domain/orders/submit/submit-order.ts'
import { multipart } from '../../contract/multipart-body.ts'
import { account, limitRefusals } from '../../middleware/access.ts'
import { idempotencyKeyOf, keyedReply, keyParameterOf } from '../../middleware/idempotency-key.ts'
import { replayHeaders } from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import { dryRun, dryRunExample, dryRunJson } from './dry-run-json.ts'
import { submitFields } from './order-fields.ts'
import { submitDescription, submitKeyDescription } from './submit-description.ts'
import { submitFailures } from './submit-failures.ts'
import { submittedExample, submittedJson, submittedOrder } from './submit-json.ts'

export const submitOrderRoute = route({
  method: 'POST',
  path: '/api/print/orders',
  id: 'submitPrintOrder',
  tag: 'Orders',
  summary: 'Submit a print order',
  description: submitDescription,
  access: account({ accepts: ['api_key', 'extension_token'] }),
  parameters: [keyParameterOf(submitKeyDescription)],
  body: multipart({
    schema: submitFields,
    example: {
      file: '@part.stl',
      material: 'petg',
      color: 'Black',
      quantity: 2,
      recipientName: 'Your Name',
      street1: '1 Main Street',
      city: 'Springfield',
      state: 'IL',
      zip: '62701',
      country: 'US',
    },
    file: 'file',
    maxBytes: maxModelBytes,
  }),
  response: {
    status: 201,
    description: 'The order exists, paid or not.',
    schema: submittedOrder,
    example: submittedExample,
    headers: replayHeaders,
  },
  otherResponses: [
    {
      status: 200,
      description: 'A dry run: what the order would be.',
      schema: dryRun,
      example: dryRunExample,
    },
  ],
  refusals: [...Object.values(submitFailures), ...limitRefusals('account-bytes')],
  handler: async function submitPrintOrder({ deps }, { request, query, caller, body }) {
    // The query has no effect here, so an order intended as a dry run would be charged.
    if (Object.keys(query).some((name) => name.toLowerCase() === 'dryrun')) {
      return fail({ kind: 'dry_run_invalid' })
    }
    if (isDryRun(body)) {
      const run = await dryRunOrder(deps, caller, body)
      return run.ok ? ok(Response.json(dryRunJson(run.value), { headers: noStore })) : run
    }
    const idempotencyKey = idempotencyKeyOf(request)
    const submitted = await submitOrder(deps, caller, { ...body, idempotencyKey })
    if (!submitted.ok) return submitted
    const { response, replayed } = submitted.value
    return ok(keyedReply(submittedJson(response, deps.baseUrl), { replayed }))
  },
})

const noStore = { 'cache-control': 'no-store' }
