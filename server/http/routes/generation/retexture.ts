// POST /api/retexture: gives a finished generation new textures (decisions.md 20).

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { maxPromptCharacters } from '../../../domain/generation/request/request.ts'
import { retexture } from '../../../domain/generation/retexture.ts'
import { limits } from '../../../domain/limits/table.ts'
import { anyJson } from '../../contract/body.ts'
import { text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { resultExample } from './generation-examples.ts'
import { generationFailures } from './generation-failures.ts'
import { exampleJobId, generationResult, resultJson } from './generation-json.ts'

export const retextureRoute = route({
  method: 'POST',
  path: '/api/retexture',
  id: 'retextureModel',
  tag: 'Generation',
  summary: 'Retexture a model',
  description: `Costs 1 credit and returns what \`/api/generate\` returns. ${limits.retexture.limit} an hour for each account.`,
  access: account({ accepts: ['session'], limit: 'retexture' }),
  body: anyJson(
    v.object({
      generationId: text('Of a generation of this account.'),
      prompt: text(`What it should look like, up to ${maxPromptCharacters} characters.`),
    }),
    { example: { generationId: exampleJobId, prompt: 'mossy stone' } },
  ),
  response: { description: 'The model.', schema: generationResult, example: resultExample },
  refusals: [
    { kind: 'retexture_generation_required' },
    { kind: 'prompt_required' },
    { kind: 'prompt_too_long' },
    { kind: 'retexture_not_found' },
    { kind: 'retexture_unsuitable' },
    ...generationFailures,
  ],
  errors: 'GenerationError',
  handler: async function retextureModel({ deps, keepOpen }, { request, caller, body }) {
    keepOpen?.(request)
    const retextured = await retexture(deps, caller, body)
    return retextured.ok ? ok(resultJson(retextured.value)) : retextured
  },
})
