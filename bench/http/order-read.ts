// Compares GET /api/print/orders/{code} of the real server with the same SQL through bare pg.
import * as v from 'valibot'
import { cubeStl } from '../../testing/models/meshes.ts'
import { compareThroughput, type Row } from '../lib/compare.ts'
import { startBaseline } from '../lib/processes.ts'
import type { Bench } from '../lib/scenario.ts'
import { submit } from './submit-order.ts'

const orderSchema = v.object({ code: v.string() })

export async function benchOrderRead({ server, databaseUrl, ...bench }: Bench): Promise<Row> {
  const { body } = await submit(server, { file: cubeStl({ sizeMm: 20 }), fileName: 'cube.stl' })
  const { code } = body
  const bare = await startBaseline('http/bare-order-read.ts', { DATABASE_URL: databaseUrl })
  try {
    const check = (text: string) => v.parse(orderSchema, JSON.parse(text)).code === code
    const headers = { authorization: `Bearer ${server.demo.apiKey}` }
    const target = (base: string) =>
      ({ url: `${base}/api/print/orders/${code}`, method: 'GET', headers, check }) as const
    return await compareThroughput(
      bench,
      target(server.baseUrl),
      { ...target(bare.baseUrl), name: 'bare pg' },
      {
        name: 'GET order / same SQL through bare pg',
        connections: 16,
        seconds: 4,
        pairs: 5,
        aim: 0.8,
      },
    )
  } finally {
    await bare.stop()
  }
}
