// POST /api/retexture: gives a finished generation new textures (decisions.md 20).
import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { retexture } from '../../../domain/generation/retexture.ts'
import { jsonRefusals } from '../../contract/refusals.ts'
import { text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { route } from '../../middleware/route.ts'
import { readJsonBody } from '../../requests/body.ts'
import { resultExample } from './generation-examples.ts'
import { generationFailures } from './generation-failures.ts'
import { exampleJobId, generationResult, resultJson } from './generation-json.ts'

export const retextureRoute = route({
  method: 'POST',
  path: '/api/retexture',
  id: 'retextureModel',
  tag: 'Generation',
  summary: 'Retexture a model',
  description:
    'Costs 1 credit and returns what `/api/generate` returns. 30 an hour for each account.',
  access: account({ accepts: ['session'], limit: 'retexture' }),
  body: {
    type: 'application/json',
    schema: v.object({
      generationId: text('Of a generation of this account.'),
      prompt: text('What it should look like, up to 500 characters.'),
    }),
    example: { generationId: exampleJobId, prompt: 'mossy stone' },
  },
  response: { description: 'The model.', schema: generationResult, example: resultExample },
  refusals: [
    ...jsonRefusals,
    { kind: 'retexture_generation_required' },
    { kind: 'prompt_required' },
    { kind: 'prompt_too_long' },
    { kind: 'retexture_not_found' },
    { kind: 'retexture_unsuitable' },
    ...generationFailures,
  ],
  errors: 'GenerationError',
  handler: async function retextureModel({ deps, keepOpen }, { request, caller }) {
    const body = await readJsonBody(request)
    if (!body.ok) return body
    keepOpen?.(request)
    const retextured = await retexture(deps, caller, body.value)
    return retextured.ok ? ok(resultJson(retextured.value)) : retextured
  },
})
