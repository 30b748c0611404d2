// Port of the planner of shared plates: what may share a plate, and what does.

import type { OrderId } from '../base/order-id.ts'
import type { PrintJobId } from '../base/print-job-id.ts'
import type { Material } from '../catalog/options.ts'
import type { AloneReason, PlatePlace, SizeMm } from './jobs/job.ts'
import type { Spool } from './printers/printer.ts'

/** A queued job of an order that may be printed. */
export type OpenPlateJob = {
  readonly id: PrintJobId
  readonly orderId: OrderId
  readonly orderCode: string
  readonly line: number | null
  readonly parts: number
  readonly material: Material
  readonly color: string
  readonly nozzleDiameter: number
  /** Machine time of its parts by themselves, in hundredths of an hour. */
  readonly centihours: number
  /** Seconds until its order is due, less than 0 when it is late; null = no date was promised. */
  readonly dueInSeconds: number | null
  /** A part as it is printed; null = not known. */
  readonly sizeMm: SizeMm | null
  /** Whether it is a mesh that is printed as it was ordered, and may share a plate. */
  readonly mayShare: boolean
  /** Profiles whose printers may claim it now, with its plate. */
  readonly slicedFor: readonly string[]
  /** The job that leads its shared plate; null = it is alone. */
  readonly leadId: PrintJobId | null
  readonly place: PlatePlace | null
}

/** `jobs`: the first one leads; it may have the plate already, with any of the others. */
export type PlannedPlate = {
  readonly jobs: readonly { readonly id: PrintJobId; readonly place: PlatePlace }[]
}

/** What a printer in service prints from. */
export type SharingPrinter = {
  /** null = any. */
  readonly nozzleMm: number | null
  readonly profile: string
  /** null = not known: whatever a job needs. */
  readonly spools: readonly Pick<Spool, 'material' | 'color'>[] | null
  /** Whether it waits for a job. */
  readonly isIdle: boolean
}

/** What the printers of the farm allow. */
export type SharingFarm = {
  /** Whether every printer in service takes shared plates: its last claim said so, and it slices no meshes for itself. */
  readonly takesShared: boolean
  readonly printers: readonly SharingPrinter[]
}

/** Jobs that share no plate again, and why. `all`: every job of the plate. */
export type LoneJobs = {
  readonly jobIds: readonly PrintJobId[] | 'all'
  readonly reason: AloneReason
}

export type PlatePlans = {
  readonly farm: () => Promise<SharingFarm>
  /** All waiting jobs in the order of claims, including those of shared plates that no printer has. */
  readonly listOpen: (limit: number) => Promise<readonly OpenPlateJob[]>
  /** Ids of the leading jobs of plates that no printer has. */
  readonly listWaiting: () => Promise<readonly PrintJobId[]>
  /** In one transaction, which also drops the slices of its jobs. False, and nothing is done, when one has changed since it was listed. */
  readonly share: (plate: PlannedPlate) => Promise<boolean>
  /** Dissolves the plate that the job leads, unless a printer has it. All of its jobs but `alone` may share others. */
  readonly dissolve: (leadId: PrintJobId, alone?: LoneJobs) => Promise<void>
  /**
   * Takes off the plates that no printer has the jobs that can no longer be printed with the others: cancelled ones, those of orders that
   * are closed or wait, and those more urgent than the leading job. Returns the number of plates.
   */
  readonly tidy: (limit: number) => Promise<number>
}
