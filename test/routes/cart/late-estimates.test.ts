// Carts whose estimates come too late: the response does not wait for each of them, and they are stored (decisions.md 46).
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
  const started = performance.now()
  const priced = await priceParts(service.deps, parts, 'US', started + 500)
  // Four lines at a time would be three waits.
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(priced.lines.map(({ kind }) => kind)).toEqual(Array.from({ length: 9 }, () => 'priced'))
  expect(running).toBe(4)
  resolve(estimatedPart)
  const stored = () =>
    service.db.selectFrom('print_estimates').select('sha256').distinct().execute()
  await until(async () => (await stored()).length === 4)
  const folder = join(service.stateDir, 'uploads')
  await until(async () => readdirSync(folder).length === 0)
})
