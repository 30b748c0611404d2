// What is known of a job besides its row: what was planned for it, and what has happened to it.
import type { CallFault, JobPlan } from './plan.ts'

export type JobFacts = {
  readonly id: string
  readonly plan: JobPlan
  readonly createdAtMs: number
  /** Tasks that vendors have made for it. */
  tasks: number
  readonly injectedFaults: Set<CallFault>
  wasCut: boolean
  /** Ids of the tasks that its row has had. */
  readonly attached: Set<string>
  /** Its row says that a create call is under way. */
  isCreating: boolean
  /** A process died, or lost its database, while `isCreating`. */
  diedCreating: boolean
  /** Calls to the database that failed while a process worked on it. */
  lostCalls: number
  /** When storage first failed for it. */
  storeFailedAtMs: number | null
  /** When the moderation server first gave no answer about what was made for it. */
  lookFailedAtMs: number | null
  /** How often it allowed and refused what was made. */
  readonly looks: { allowed: number; refused: number }
}

/** Whether moderation refuses what is made for the job. */
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
