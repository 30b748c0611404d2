// Wishes of buyers, given to agents with habits of weaker models, judged by their outcome: all 41 at full depth,
// otherwise every tenth (lab/evaluations/README.md).
import { expect, test } from 'bun:test'
import { openStage } from '../../lab/evaluations/stage.ts'
import { isDeadEnd, nextStepOf } from '../../lab/evaluations/wishes/next-step.ts'
import { wrongsOfWish } from '../../lab/evaluations/wishes/tell-wish.ts'
import { describeWish, tellWishes, wishes } from '../../lab/evaluations/wishes/tell-wishes.ts'
import { isFullDepth } from '../../testing/depth.ts'
import { use } from '../../testing/use.ts'

const stage = use(openStage)

test('each wish is fulfilled or correctly refused, without a wrong charge or a dead end', async () => {
  expect(wishes).toHaveLength(41)
  const every = isFullDepth ? 1 : 10
  const results = await tellWishes(stage, { every })
  expect(results).toHaveLength(Math.ceil(41 / every) * 3)
  const failed = results.filter((result) => wrongsOfWish(result).length > 0)
  expect(failed.map(describeWish)).toEqual([])
}, 600_000)

test.each<[string, boolean]>([
  ['We do not ship there. Countries served: US, GB.', true],
  ['Do not call quote_print again.', true],
  ['It is named "call quote_print again".', true],
  ['Call quote_print.', false],
  ['Pay it at http://localhost:3000/orders/SVC-ABC234/pay.', false],
  ['Pay it at https://pay.evil.example/now.', true],
  ['zip is empty; call again with it filled in.', false],
])('the sentence "%s" is a dead end: %s', (words, isDead) => {
  expect(isDeadEnd(nextStepOf(words, ['quote_print']))).toBe(isDead)
})
