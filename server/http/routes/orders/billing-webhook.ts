// POST /api/billing/webhook: the card processor's events (contract.md 7). POST /api/webhook is its older name.

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { megabyte } from '../../../domain/base/text/megabytes.ts'
import { handleProcessorEvent } from '../../../domain/orders/settle/processor-event.ts'
import { readBy } from '../../contract/body.ts'
import type { Description } from '../../contract/contract.ts'
import { named, open } from '../../contract/schemas.ts'
import { anyone } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { readText } from '../../requests/body.ts'

const maxBodyBytes = megabyte

const received = named(
  'EventReceived',
  v.object({ received: v.literal(true) }),
  'The event was accepted.',
)

const webhook = (names: Pick<Description, 'path' | 'id' | 'summary' | 'deprecated'>) =>
  route({
    ...names,
    method: 'POST',
    tag: 'Farm',
    description:
      'Verified by the processor’s signature over the raw body. A repeated event changes nothing.',
    access: anyone,
    parameters: [
      {
        name: 'Stripe-Signature',
        in: 'header',
        required: true,
        description: 'The processor’s signature.',
        schema: { type: 'string' },
      },
    ],
    // The signature covers the raw bytes, so nothing may parse them before verification.
    body: readBy((request) => readText(request, maxBodyBytes), {
      type: 'application/json',
      schema: named(
        'ProcessorEvent',
        open({ id: v.string(), type: v.string() }),
        'An event as the card processor sends it.',
      ),
      example: { id: 'evt_1', type: 'payment_intent.succeeded' },
      refusals: [{ kind: 'body_too_large', limitBytes: maxBodyBytes }],
    }),
    response: { description: 'Accepted.', schema: received },
    refusals: [{ kind: 'signature_invalid' }],
    handler: async function receiveProcessorEvent({ deps }, { request, body }) {
      const signature = request.headers.get('stripe-signature')
      const handled = await handleProcessorEvent(deps, { rawBody: body, signature })
      return handled.ok ? ok({ received: true as const }) : handled
    },
  })

export const webhookRoutes = [
  webhook({
    path: '/api/billing/webhook',
    id: 'receiveProcessorEvent',
    summary: 'Receive an event of the card processor',
  }),
  webhook({
    path: '/api/webhook',
    id: 'receiveProcessorEventAlias',
    summary: 'Receive an event of the card processor (older name)',
    deprecated: { since: '2026-11-23', successor: '/api/billing/webhook' },
  }),
]
