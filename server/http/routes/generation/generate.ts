// POST /api/generate: a generation that the caller waits for (contract.md 4.7).

import { ok } from '../../../domain/base/result.ts'
import { generate } from '../../../domain/generation/generate.ts'
import { openingCredits } from '../../../domain/generation/request/credit-cost.ts'
import type { GenerationFailure } from '../../../domain/generation/request/failure.ts'
import { withParsedBody } from '../../../domain/generation/request/parsed-body.ts'
import { rightsNote } from '../../../domain/generation/request/rights-note.ts'
import { limits } from '../../../domain/limits/table.ts'
import { account } from '../../middleware/access.ts'
import {
  bodyFacts,
  keyParameter,
  keyRefusals,
  replayHeaders,
  respondOnce,
} from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import type { GenerationContext } from './generation-context.ts'
import { resultExample } from './generation-examples.ts'
import { generationFailures, waitedTooLong } from './generation-failures.ts'
import { generationResult, resultJson } from './generation-json.ts'
import { generationBody } from './generation-request.ts'

const badRequests: readonly GenerationFailure[] = [
  { kind: 'field_unknown', place: 'advanced', field: 'meshQality', meant: ['meshQuality'] },
  { kind: 'generation_json_invalid' },
  { kind: 'generation_form_invalid' },
  { kind: 'drafts_queued_only' },
  { kind: 'prompt_required' },
  { kind: 'prompt_too_long' },
  { kind: 'input_mode_invalid' },
  { kind: 'multiview_count' },
  { kind: 'multiview_front_missing' },
  { kind: 'image_too_large' },
  { kind: 'multiview_image_too_large' },
  { kind: 'image_type_unsupported', mimeType: 'image/gif' },
  { kind: 'image_unreadable' },
  { kind: 'image_required' },
  { kind: 'image_url_foreign' },
  { kind: 'image_earlier_gone' },
  { kind: 'image_url_unreadable' },
]

export const generateRoute = route({
  method: 'POST',
  path: '/api/generate',
  id: 'generateModel',
  tag: 'Generation',
  summary: 'Generate a model and wait for it',
  description:
    'Credits are charged before the engine is called and refunded when it fails. The cost is the sum of the costs of its ' +
    `options, from 1 to 9; an account starts with ${openingCredits}, ` +
    'the account page shows the balance and sells more. This takes minutes: for anything but a script, start ' +
    `a job instead. ${limits.generate.limit} an hour for each account. ${rightsNote}`,

  access: account({ accepts: ['session', 'extension_token'], limit: 'generate' }),
  parameters: [keyParameter],
  body: generationBody,
  response: {
    description: 'The model.',
    schema: generationResult,
    example: resultExample,
    headers: replayHeaders,
  },
  refusals: [...badRequests, ...generationFailures, waitedTooLong, ...keyRefusals],
  errors: 'GenerationError',
  handler: async function generateNow({ deps, keepOpen }: GenerationContext, input) {
    const { request, caller, body } = input
    keepOpen?.(request)
    const respond = async (runId: string | null) => {
      const generated = await withParsedBody(deps, body, (parsed) =>
        generate(deps, caller, parsed, runId),
      )
      return generated.ok ? ok(resultJson(generated.value)) : generated
    }
    return await respondOnce({ deps }, input, respond, bodyFacts(deps, body))
  },
})
