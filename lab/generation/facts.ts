// Facts about a job in addition to its row: its plan, and the events so far.
import type { CallFault, JobPlan } from './plan.ts'

export type JobFacts = {
  readonly id: string
  readonly plan: JobPlan
  readonly createdAtMs: number
  /** Number of tasks that vendors have made for it. */
  tasks: number
  readonly injectedFaults: Set<CallFault>
  wasCut: boolean
  /** Ids of the tasks that its row has had. */
  readonly attached: Set<string>
  /** Its row says that a create call is in progress. */
  isCreating: boolean
  /** A process died, or lost its database, while `isCreating`. */
  diedCreating: boolean
  /** Number of failed database calls while a process worked on it. */
  lostCalls: number
  /** Time of the first storage failure. */
  storeFailedAtMs: number | null
  /** Time at which the moderation server first failed to respond about its result. */
  lookFailedAtMs: number | null
  /** Number of times that moderation allowed and refused its result. */
  readonly looks: { allowed: number; refused: number }
}

/** Returns whether moderation refuses the results of the job. */
export const isRefused = ({ id, plan }: Pick<JobFacts, 'id' | 'plan'>): boolean =>
  plan.isRefused && (plan.entryPoint !== 'drafts' || Number.parseInt(id.slice(0, 1), 16) % 2 === 0)

export const newFacts = (id: string, plan: JobPlan, createdAtMs: number): JobFacts => ({
  id,
  plan,
  createdAtMs,
  tasks: 0,
  injectedFaults: new Set(),
  wasCut: false,
  attached: new Set(),
  isCreating: false,
  diedCreating: false,
  lostCalls: 0,
  storeFailedAtMs: null,
  lookFailedAtMs: null,
  looks: { allowed: 0, refused: 0 },
})
