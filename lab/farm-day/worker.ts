// The service's worker: it ends leases that ran out, plans orders, shares plates and slices them, and is down from time to time.
import { planOrders } from '../../server/domain/farm/plan-orders.ts'
import { createPlatePlanner } from '../../server/domain/farm/plate-planner.ts'
import { recoverExpiredJobs } from '../../server/domain/farm/report-job.ts'
import { sliceNextPlate } from '../../server/domain/farm/slice-plates.ts'
import { tick, type World } from './world.ts'

const roundSeconds = 30
const idleSeconds = 15

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
    const shared = await planner.plan(signal)
    if (shared > 0) tick(world, 'plates shared or grown', shared)
    return idleSeconds
  })
  repeat(idleSeconds, async () => {
    if (!(await sliceNextPlate(deps, signal))) return idleSeconds
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
