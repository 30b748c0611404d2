// The processes and the database of the service.
import type { ProcessRole } from '../metrics/metric-store.ts'

export type RunningProcess = {
  readonly id: string
  readonly role: ProcessRole
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly startedAt: Date
  /** Time of the newest heartbeat; they are sent every `roundSeconds`. */
  readonly seenAt: Date
}

export type SystemState = {
  /** Processes with a heartbeat in the last 15 seconds, longest running first. */
  readonly processes: readonly RunningProcess[]
  readonly postgresVersion: string
  readonly databaseBytes: number
  /** The name of the newest migration. */
  readonly migration: string
}

export type SystemReader = { readonly read: () => Promise<SystemState> }
