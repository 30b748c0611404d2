// Baseline: a bare Bun.serve that does only the arithmetic of POST /api/price.
import { estimateFromBox } from '../../server/domain/pricing/estimate.ts'
import { estimateJson } from '../../server/http/routes/orders/price.ts'

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const estimate = estimateFromBox(await request.json())
    return estimate.ok
      ? Response.json(estimateJson(estimate.value))
      : Response.json({ error: estimate.failure.kind }, { status: 400 })
  },
})
console.log(server.port)
