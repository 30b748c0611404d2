// The service's worker: it ends expired leases, plans orders, shares plates and slices them, and is down from time to
// time.
import { planOrders } from '../../server/domain/farm/plan-orders.ts'
import { recoverExpiredJobs } from '../../server/domain/farm/reports/report-job.ts'
import { createPlatePlanner } from '../../server/domain/farm/shared-plates/plate-planner.ts'
import { sliceNextPlate } from '../../server/domain/farm/slices/slice-plates.ts'
import { tick, type World } from './world.ts'

const roundSeconds = 60
const idleSeconds = 30

export type Worker = { readonly stopFor: (seconds: number) => void }

export function startWorker(world: World): Worker {
  const { stage, agenda, dice } = world
  const { deps } = stage
  const { signal } = new AbortController()
  let isDown = false
  const repeat = (seconds: number, run: () => Promise<number>) => {
    agenda.after(seconds, async () => {
      repeat(isDown ? seconds : await run(), run)
    })
  }
  repeat(roundSeconds, async () => {
    await recoverExpiredJobs(deps)
    return roundSeconds
  })
  const planner = createPlatePlanner({ ...deps, pause: async () => {} })
  repeat(idleSeconds, async () => {
    const shared = world.queue.waiting > 0 ? await planner.plan(signal) : 0
    if (shared > 0) tick(world, 'plates shared or grown', shared)
    return idleSeconds
  })
  repeat(idleSeconds, async () => {
    const isSliced = world.queue.waiting > 0 && (await sliceNextPlate(deps, signal))
    if (!isSliced) return idleSeconds
    tick(world, 'plates sliced')
    return dice.between(2, 8)
  })
  repeat(roundSeconds, async () => {
    await planOrders(deps, signal)
    return 600
  })
  return {
    stopFor: (seconds) => {
      isDown = true
      agenda.after(seconds, async () => {
        isDown = false
      })
    },
  }
}
