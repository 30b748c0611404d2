// Measures submitting a 1 MB STL: the service's time without the card processor's. Every file is
// new, so nothing is cached.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Deps } from '../../server/wiring/deps.ts'
import { median, quantile, type Row } from '../lib/compare.ts'
import { slabStl } from '../lib/large-stl.ts'
import { makePayingAccount } from '../lib/paying-account.ts'
import type { Bench } from '../lib/scenario.ts'
import { openBenchService } from '../lib/service.ts'
import { submit } from './submit-order.ts'

/** Number of submits that warm up code and caches. */
const warmUp = 5

export async function benchSubmit({ databaseUrl, choose, step }: Bench): Promise<Row> {
  const submits = choose(40, 15)
  let processorMs = 0
  const { service, processor, stateDir, close } = await openBenchService(databaseUrl, {
    name: 'bench-submit',
    decorate: (deps) => timeCharges(deps, (ms) => (processorMs += ms)),
  })
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: service.app.handle })
  try {
    const apiKey = await makePayingAccount(service, processor)
    const target = { baseUrl: `http://127.0.0.1:${server.port}`, demo: { apiKey } }
    const own: number[] = []
    const floor: number[] = []
    for (let i = 0; i < submits; i++) {
      const file = slabStl(1_000_000, 100 + i)
      processorMs = 0
      const startedAt = performance.now()
      await submit(target, { file, fileName: `part-${i}.stl` })
      own.push(performance.now() - startedAt - processorMs)
      floor.push(await hashAndWrite(file, join(stateDir, `floor-${i}`)))
      step(i + 1, submits)
    }
    const measured = own.slice(warmUp)
    const [ms, floorMs] = [median(measured), median(floor.slice(warmUp))]
    return {
      name: 'submit of a 1 MB STL, without the card processor',
      figure: `${ms.toFixed(1)} ms`,
      aim: 'reported',
      met: null,
      detail: `p95 ${quantile(measured, 0.95).toFixed(1)} ms, ${submits} orders, each charged; hashing and writing the same file ${floorMs.toFixed(1)} ms`,
      better: 'less',
      samples: measured,
      sides: {
        name: 'Time',
        unit: 'ms',
        better: 'less',
        bars: [
          { name: 'submit', value: ms },
          { name: 'hashing and writing the file', value: floorMs },
        ],
      },
    }
  } finally {
    await server.stop(true)
    await close()
  }
}

/** Returns the milliseconds of the minimum work of a submit: hashing and writing the file. */
async function hashAndWrite(file: Uint8Array<ArrayBuffer>, path: string): Promise<number> {
  const startedAt = performance.now()
  createHash('sha256').update(file).digest('hex')
  await Bun.write(path, file)
  return performance.now() - startedAt
}

function timeCharges(deps: Deps, add: (ms: number) => void): Deps {
  const chargeSavedCard: Deps['payments']['chargeSavedCard'] = async (request) => {
    const startedAt = performance.now()
    try {
      return await deps.payments.chargeSavedCard(request)
    } finally {
      add(performance.now() - startedAt)
    }
  }
  return { ...deps, payments: { ...deps.payments, chargeSavedCard } }
}
