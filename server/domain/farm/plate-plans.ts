// Port of the planner of shared plates: the jobs that can share a plate, and the existing shared plates.

import type { OrderId } from '../base/ids/order-id.ts'
import type { PrintJobId } from '../base/ids/print-job-id.ts'
import type { Material } from '../catalog/options.ts'
import type { AloneReason, PlatePlace, SizeMm } from './jobs/job.ts'
import type { Spool } from './printers/printer.ts'

/** A queued job of a printable order. */
export type OpenPlateJob = {
  readonly id: PrintJobId
  readonly orderId: OrderId
  readonly orderCode: string
  readonly line: number | null
  readonly parts: number
  readonly material: Material
  readonly color: string
  readonly nozzleDiameter: number
  /** Machine time of its parts alone, in hundredths of an hour. */
  readonly centihours: number
  /** Seconds until its order is due, negative if it is late; null = no date was promised. */
  readonly dueInSeconds: number | null
  /** Dimensions of a part as printed; null = unknown. */
  readonly sizeMm: SizeMm | null
  /** Whether it is a mesh that is printed as ordered, which makes it eligible for a shared plate. */
  readonly mayShare: boolean
  /** Profiles whose printers can claim it now, together with its plate. */
  readonly slicedFor: readonly string[]
  /** The leading job of its shared plate; null = it is alone. */
  readonly leadId: PrintJobId | null
  readonly place: PlatePlace | null
}

/** `jobs`: leading job first. The leading job can already have the plate, with any of the others. */
export type PlannedPlate = {
  readonly jobs: readonly { readonly id: PrintJobId; readonly place: PlatePlace }[]
}

/** A printer in service, as the planner of shared plates needs it. */
export type SharingPrinter = {
  /** null = any nozzle. */
  readonly nozzleMm: number | null
  readonly profile: string
  /** null = unknown; treated as having every spool. */
  readonly spools: readonly Pick<Spool, 'material' | 'color'>[] | null
  /** Whether it waits for a job. */
  readonly isIdle: boolean
}

/** Limits of the farm's printers. */
export type SharingFarm = {
  /**
   * Whether every printer in service accepts shared plates: its last claim said so, and it does not slice meshes
   * itself.
   */
  readonly acceptsSharedPlates: boolean
  readonly printers: readonly SharingPrinter[]
}

/** Jobs that must not share a plate again, and why. `all`: every job of the plate. */
export type LoneJobs = {
  readonly jobIds: readonly PrintJobId[] | 'all'
  readonly reason: AloneReason
}

export type PlatePlans = {
  readonly farm: () => Promise<SharingFarm>
  /** Returns all waiting jobs in claim order, including jobs of shared plates that no printer has. */
  readonly listOpen: (limit: number) => Promise<readonly OpenPlateJob[]>
  /** Returns the ids of the leading jobs of plates that no printer has. */
  readonly listWaiting: () => Promise<readonly PrintJobId[]>
  /**
   * Stores a plate in one transaction and removes the slices of its jobs. Returns false and changes nothing if one of
   * the jobs has changed since it was listed.
   */
  readonly share: (plate: PlannedPlate) => Promise<boolean>
  /**
   * Dissolves the plate that the job leads, unless a printer has it. All of its jobs except `alone` can share other
   * plates.
   */
  readonly dissolve: (leadId: PrintJobId, alone?: LoneJobs) => Promise<void>
  /**
   * Removes jobs from waiting plates that can no longer be printed with the others: cancelled jobs, jobs of orders
   * that are closed or on hold, and jobs that are more urgent than the leading job. Returns the number of plates.
   */
  readonly tidy: (limit: number) => Promise<number>
}
