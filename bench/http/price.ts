// Compares POST /api/price of the real server with a bare Bun.serve that does the same arithmetic.
import * as v from 'valibot'
import { compareThroughput, type Row } from '../lib/compare.ts'
import { startBaseline } from '../lib/processes.ts'
import type { Bench } from '../lib/scenario.ts'

const body = JSON.stringify({
  bboxMm: { x: 40, y: 30, z: 20 },
  material: 'petg',
  quantity: 3,
  color: 'Black',
})
/** Calculated manually: 24 cm3 x 0.44 x 1.27 = 13.4 -> 14 g; x $0.12 x 3 = $5.04; + $7. */
const expected = { grams: 14, subtotal: 5.04, total: 12.04 }

export async function benchPrice({ server, ...bench }: Bench): Promise<Row> {
  const bare = await startBaseline('http/bare-price.ts')
  try {
    const headers = { 'content-type': 'application/json' }
    const target = (base: string) =>
      ({ url: `${base}/api/price`, method: 'POST', headers, body, check: isRight }) as const
    return await compareThroughput(
      bench,
      target(server.baseUrl),
      { ...target(bare.baseUrl), name: 'bare Bun.serve' },
      {
        name: 'POST /api/price / bare Bun.serve',
        connections: 32,
        seconds: 4,
        pairs: 7,
        aim: 0.85,
      },
    )
  } finally {
    await bare.stop()
  }
}

const estimateSchema = v.object({ grams: v.number(), subtotal: v.number(), total: v.number() })

function isRight(text: string): boolean {
  const { grams, subtotal, total } = v.parse(estimateSchema, JSON.parse(text))
  return grams === expected.grams && subtotal === expected.subtotal && total === expected.total
}
