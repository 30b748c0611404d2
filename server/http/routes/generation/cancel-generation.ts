// POST /api/generations/{id}/cancel: cancels a generation that was not sent to an engine yet.

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { cancelGeneration } from '../../../domain/generation/cancel-generation.ts'
import { idInPath } from '../../contract/contract.ts'
import { done, named, whole } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import type { GenerationContext } from './generation-context.ts'

const cancelled = named(
  'CancelledGeneration',
  v.object({
    ...done.entries,
    creditsReturned: whole('Credits that were refunded; 0 when none were charged.'),
  }),
  'A generation that was cancelled.',
)

export const cancelGenerationRoute = route({
  method: 'POST',
  path: '/api/generations/:id/cancel',
  id: 'cancelGeneration',
  tag: 'Generation',
  summary: 'Cancel a generation',
  description:
    'A generation can be cancelled while it waits, or while its request is read, but not after an engine was called. The credits are refunded, ' +
    'and the job ends with status error. A repeated request gets the same response.',
  access: account({ accepts: ['session', 'extension_token'] }),
  parameters: [idInPath('id', 'The id of the generation.', { type: 'string', format: 'uuid' })],
  response: {
    description: 'The generation is cancelled.',
    schema: cancelled,
    example: { ok: true, creditsReturned: 1 },
  },
  refusals: [{ kind: 'cancel_not_found' }, { kind: 'cancel_too_late' }, { kind: 'cancel_ended' }],
  handler: async function cancelOwnGeneration({ deps }: GenerationContext, { caller, params }) {
    const outcome = await cancelGeneration(deps, caller, params.id)
    return outcome.ok ? ok({ ok: true as const, ...outcome.value }) : outcome
  },
})
