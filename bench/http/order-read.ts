// GET /api/print/orders/{code} of the real server compared with the same SQL through bare pg.
import { cubeStl } from '../../test/helpers/meshes.ts'
import { compareThroughput, type Row } from '../lib/compare.ts'
import { type RealServer, startBaseline } from '../lib/processes.ts'
import { submit } from './submit-order.ts'

export async function benchOrderRead(server: RealServer, databaseUrl: string): Promise<Row> {
  const { body } = await submit(server, { file: cubeStl({ sizeMm: 20 }), fileName: 'cube.stl' })
  const { code } = body
  const bare = await startBaseline('http/bare-order-read.ts', { DATABASE_URL: databaseUrl })
  try {
    const headers = { authorization: `Bearer ${server.demo.apiKey}` }
    const target = (base: string) =>
      ({ url: `${base}/api/print/orders/${code}`, method: 'GET', headers }) as const
    for (const base of [server.baseUrl, bare.baseUrl]) {
      const order = await (await fetch(target(base).url, { headers })).json()
      if (order.code !== code) throw new Error(`${base} did not return order ${code}`)
    }
    return await compareThroughput(
      'GET order / same SQL through bare pg',
      target(server.baseUrl),
      target(bare.baseUrl),
      { connections: 16, seconds: 4, pairs: 5, aim: 0.8 },
    )
  } finally {
    await bare.stop()
  }
}
