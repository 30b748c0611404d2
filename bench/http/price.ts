// POST /api/price of the real server compared with a bare Bun.serve that does the same arithmetic.
import { compareThroughput, type Row } from '../lib/compare.ts'
import { type RealServer, startBaseline } from '../lib/processes.ts'

const body = JSON.stringify({
  bboxMm: { x: 40, y: 30, z: 20 },
  material: 'petg',
  quantity: 3,
  color: 'Black',
})
/** By hand: 24 cm3 x 0.44 x 1.27 = 13.4 -> 14 g; x $0.12 x 3 = $5.04; + $7. */
const expected = { grams: 14, subtotal: 5.04, total: 12.04 }

export async function benchPrice(server: RealServer): Promise<Row> {
  const bare = await startBaseline('http/bare-price.ts')
  try {
    const headers = { 'content-type': 'application/json' }
    const target = (base: string) =>
      ({ url: `${base}/api/price`, method: 'POST', headers, body }) as const
    for (const base of [server.baseUrl, bare.baseUrl]) await checkEstimate(base)
    return await compareThroughput(
      'POST /api/price / bare Bun.serve',
      target(server.baseUrl),
      target(bare.baseUrl),
      { connections: 32, seconds: 4, pairs: 7, aim: 0.85 },
    )
  } finally {
    await bare.stop()
  }
}

async function checkEstimate(base: string): Promise<void> {
  const estimate = await (await fetch(`${base}/api/price`, { method: 'POST', body })).json()
  for (const [name, value] of Object.entries(expected)) {
    if (estimate[name] !== value) {
      throw new Error(`${base}: ${name} is ${estimate[name]}, not ${value}`)
    }
  }
}
