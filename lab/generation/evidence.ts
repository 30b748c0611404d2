// Evidence by which a history is judged.
import type { EngineStandIns } from '../../testing/engines/engine-stand-ins/start.ts'
import type { ClientAnswer } from './clients.ts'
import type { JobFacts } from './facts.ts'
import type { HistoryPlan } from './plan.ts'
import type { Stage } from './stage.ts'
import type { Vendors } from './vendors.ts'

export type Evidence = {
  readonly stage: Pick<Stage, 'pool' | 'deps'>
  readonly plan: HistoryPlan
  readonly accounts: readonly string[]
  readonly facts: ReadonlyMap<string, JobFacts>
  readonly answers: readonly ClientAnswer[]
  readonly vendors: Pick<Vendors, 'calls' | 'cancelled'>
  readonly standIns: Pick<EngineStandIns, 'made' | 'violations'>
  readonly beginsAtMs: number
  readonly endsAtMs: number
  readonly tick: (name: string) => void
}
