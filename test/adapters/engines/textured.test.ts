// A request paid for as textured is sent as textured, and no other is: credits and engines follow the same rule.

import { expect } from 'bun:test'
import { isTextured } from '../../../server/adapters/engines/plan.ts'
import { engineNames } from '../../../server/domain/generation/engine/engine.ts'
import { creditCost } from '../../../server/domain/generation/request/credit-cost.ts'
import { engineRequest } from '../../../testing/engines/engine-requests.ts'
import { verifies } from '../../helpers/verifies.ts'

verifies(
  'gen.credits.text-draft-untextured',
  'the engines texture exactly the requests with the 8k surcharge',
  () => {
    let textured = 0
    let bare = 0
    for (const mode of ['fast_draft', 'hi_fi'] as const) {
      for (const inputMode of ['text', 'image', 'image_text', 'multiview'] as const) {
        for (const engine of ['auto', ...engineNames] as const) {
          for (const textures of [true, false]) {
            const request = engineRequest({ mode, inputMode, options: { engine, textures } })
            const cost = (textureResolution: '2k' | '8k') =>
              creditCost({
                ...request,
                retextureOf: null,
                options: { ...request.options, textureResolution },
              })
            expect(isTextured(request)).toBe(cost('8k') > cost('2k'))
            if (isTextured(request)) {
              textured += 1
            } else {
              bare += 1
            }
          }
        }
      }
    }
    // Derived manually: of 96, the 48 without textures and the text drafts of auto, engine_1, engine_3 and engine_4
    // are bare.
    expect([textured, bare]).toEqual([44, 52])
  },
)
