// Routes that may run longer than an idle connection lives: they keep the connection open once the body has arrived.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { HttpContext } from '../../../server/http/middleware/context.ts'
import { mountRoutes } from '../../../server/http/middleware/mount-routes.ts'
import { printabilityRoute } from '../../../server/http/routes/printability/printability.ts'
import { sliceQuoteRoute } from '../../../server/http/routes/slicing/slice-quote.ts'
import { printUploadRoute } from '../../../server/http/routes/uploads/print-upload.ts'
import { callerOf } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { useService } from '../../../testing/use.ts'

const service = useService()
let context: HttpContext
let kept: string[] = []
beforeAll(async () => {
  const caller = callerOf(await service.account())
  context = {
    deps: service.deps,
    authenticate: async () => caller,
    clientAddress: () => '',
    keepOpen: ({ url }) => void kept.push(new URL(url).pathname),
  }
})

const form = () => {
  const body = new FormData()
  body.set('file', new Blob([cubeStl({ sizeMm: 20 })]), 'cube.stl')
  return { body }
}
const json = (value: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
/** A body that ends inside its first part. */
const broken = () => ({
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  body: '--x',
})

const routes = [
  ['/api/printability', () => mountRoutes(context, [printabilityRoute]), form, broken, 200],
  [
    '/api/printability',
    () => mountRoutes(context, [printabilityRoute]),
    () => json({ modelUrl: 'gs://x/y.stl' }),
    () => ({ ...json({}), body: '{' }),
    // The address of a bucket that is not the service's.
    400,
  ],
  ['/api/print-upload', () => mountRoutes(context, [printUploadRoute]), form, broken, 200],
  [
    '/api/slice-quote',
    () => mountRoutes(context, [sliceQuoteRoute]),
    () => json({ generationId: 'x' }),
    null,
    // No generation has this id.
    404,
  ],
] as const

describe('the connection is kept open for work, not for an invalid body', () => {
  test.each(routes)('%s', async (path, route, whole, partial, status) => {
    const send = (init: RequestInit) =>
      route().handle(new Request(`http://localhost${path}`, { method: 'POST', ...init }))
    kept = []
    if (partial !== null) expect((await send(partial())).status).toBe(400)
    expect(kept).toEqual([])
    expect((await send(whole())).status).toBe(status)
    expect(kept).toEqual([path])
  })
})
