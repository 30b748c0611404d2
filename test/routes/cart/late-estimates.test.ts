// Carts with late estimates: the response waits for them only once, and they are stored (decisions.md 46).
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { priceParts } from '../../../server/domain/cart/price-cart.ts'
import { readPart } from '../../../server/domain/cart/read-part.ts'
import type { EstimateOutcome } from '../../../server/domain/measurement/processing.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { estimatedPart } from '../../../testing/orders.ts'
import { buyer } from '../../../testing/people/shop.ts'
import { until } from '../../../testing/service/until.ts'
import { upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()

test('nine lines wait once, and the estimates that began are stored afterwards', async () => {
  const ada = await buyer(service)
  const parts = await Promise.all(
    Array.from({ length: 9 }, async (_, index) => {
      const file = { name: `${index}.stl`, bytes: cubeStl({ sizeMm: 20 + index }) }
      const { modelUrl } = await uploaded(upload(service, ada.cookie, file))
      return await readPart(service.deps, ada, { modelUrl })
    }),
  )
  const { promise: core, resolve } = Promise.withResolvers<EstimateOutcome>()
  let running = 0
  service.replace({
    meshes: {
      estimate: async () => {
        running++
        return await core
      },
    },
  })
  const priced = await priceParts(service.deps, parts, 'US', performance.now() + 3_000)
  expect(priced.lines.map(({ kind }) => kind)).toEqual(Array.from({ length: 9 }, () => 'priced'))
  // The others did not begin after the first four had waited: one wait, not three.
  expect(running).toBe(4)
  resolve(estimatedPart)
  const stored = () =>
    service.db.selectFrom('print_estimates').select('sha256').distinct().execute()
  await until(async () => (await stored()).length === 4)
  const folder = join(service.stateDir, 'uploads')
  await until(async () => readdirSync(folder).length === 0)
})
