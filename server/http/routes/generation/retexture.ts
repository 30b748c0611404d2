// POST /api/retexture: gives a finished generation new textures (decisions.md 20).

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { sizeRangeText } from '../../../domain/catalog/build-volume.ts'
import { creditsText, retextureCredits } from '../../../domain/generation/request/credit-cost.ts'
import { maxPromptCharacters } from '../../../domain/generation/request/request.ts'
import { retexture } from '../../../domain/generation/retexture.ts'
import { limits } from '../../../domain/limits/table.ts'
import { anyJson } from '../../contract/body.ts'
import { number, text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { keyParameter, keyRefusals, replayHeaders, respondOnce } from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import type { GenerationContext } from './generation-context.ts'
import { resultExample } from './generation-examples.ts'
import { generationFailures, waitedTooLong } from './generation-failures.ts'
import { exampleJobId, generationResult, resultJson } from './generation-json.ts'

export const retextureRoute = route({
  method: 'POST',
  path: '/api/retexture',
  id: 'retextureModel',
  tag: 'Generation',
  summary: 'Retexture a model',
  description: `Costs ${creditsText(retextureCredits)} and returns what \`/api/generate\` returns. ${limits.retexture.limit} an hour for each account.`,
  access: account({ accepts: ['session', 'extension_token'], limit: 'retexture' }),
  parameters: [keyParameter],
  body: anyJson(
    v.object({
      generationId: text('A generation of this account.'),
      prompt: text(`What it should look like, up to ${maxPromptCharacters} characters.`),
      sizeMm: v.optional(
        number(
          `Longest side of the new model, ${sizeRangeText}; the size of the source model if absent.`,
        ),
      ),
    }),
    { example: { generationId: exampleJobId, prompt: 'mossy stone' } },
  ),
  response: {
    description: 'The model.',
    schema: generationResult,
    example: resultExample,
    headers: replayHeaders,
  },
  refusals: [
    { kind: 'field_unknown', field: 'promt', meant: ['prompt'] },
    { kind: 'retexture_generation_required' },
    { kind: 'prompt_required' },
    { kind: 'prompt_too_long' },
    { kind: 'retexture_not_found' },
    { kind: 'retexture_unsuitable' },
    ...generationFailures,
    waitedTooLong,
    ...keyRefusals,
  ],
  errors: 'GenerationError',
  handler: async function retextureModel({ deps, keepOpen }: GenerationContext, input) {
    const { request, caller, body } = input
    keepOpen?.(request)
    return await respondOnce({ deps }, input, async (runId) => {
      const retextured = await retexture(deps, caller, body, runId)
      return retextured.ok ? ok(resultJson(retextured.value)) : retextured
    })
  },
})
