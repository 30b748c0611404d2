// Ports of printers: their records, and what is read with them.

import type { PrintJobId } from '../../base/print-job-id.ts'
import type { PrintLease } from '../../base/print-lease.ts'
import type { Result } from '../../base/result.ts'
import type { PrintJob } from '../jobs/job.ts'
import type { PrinterFailure } from './failure.ts'
import type { ProfileInUse } from './plate-profiles.ts'
import type { Printer, PrinterFacts, ReportedState, Spool } from './printer.ts'

/** What a printer's program reports. Facts that are left out stay as they are. */
export type PrinterReport = {
  readonly facts: Partial<PrinterFacts>
  /** Recorded until an operator has set the spools; undefined = the program does not know. */
  readonly spools: readonly Spool[] | undefined
  readonly state: ReportedState
  readonly detail: string | null
  readonly jobId: PrintJobId | null
  readonly progress: number | null
  readonly remainingSeconds: number | null
}

/** A claim or a heartbeat of a job. Its state counts where no report came for `silentSeconds`, and never clears a plate. */
export type PrinterSign = {
  readonly state: 'ready' | 'printing'
  readonly jobId: PrintJobId | null
}

/** What an operator changes. `version`: the printer's, as the operator saw it. */
export type PrinterChange = {
  readonly by: string
  readonly version: number
} & (
  | { readonly action: 'spools'; readonly spools: readonly Spool[] }
  | { readonly action: 'tags'; readonly tags: readonly string[] }
  /** null ends it. */
  | { readonly action: 'maintenance'; readonly note: string | null }
)

/** A printer with what it does and did. */
export type PrinterWork = {
  readonly printer: Printer
  /** The job that is leased to it. */
  readonly job: PrintJob | null
  /** Since midnight in the farm's time zone. */
  readonly jobsToday: number
  readonly goodToday: number
  readonly scrapToday: number
}

export type Printers = {
  /** Adds a printer that was not known. */
  readonly report: (name: string, report: PrinterReport) => Promise<Printer>
  /** Notes a sign of life of a program that only claims. */
  readonly noteSign: (name: string, sign: PrinterSign) => Promise<Printer>
  /** Notes whether its program takes plates that several jobs share. */
  readonly setTakesShared: (name: string, takesShared: boolean) => Promise<void>
  /** Notes a sign of life of the printer that holds the lease on the job; nothing when none does. */
  readonly noteSignOfHolder: (
    job: { readonly id: PrintJobId; readonly lease: PrintLease },
    sign: PrinterSign,
  ) => Promise<void>
  readonly change: (name: string, change: PrinterChange) => Promise<Result<Printer, PrinterFailure>>
  /** The plate of a job that has ended already, or of none. False when it is not full, or is full of another job. */
  readonly clear: (name: string, jobId: PrintJobId | null, by: string) => Promise<boolean>
  /** Only one that is silent. */
  readonly remove: (name: string, by: string) => Promise<Result<null, PrinterFailure>>
  readonly setProfile: (name: string, profile: ProfileInUse) => Promise<void>
  /** The profiles of printers in service that were heard of within a week. */
  readonly profilesInUse: () => Promise<readonly ProfileInUse[]>
  readonly read: (name: string) => Promise<Printer | null>
  /** The printers in the order of their names. `timeZone`: the zone in which the day begins. */
  readonly list: (timeZone: string) => Promise<readonly PrinterWork[]>
}

export type PrinterDeps = { readonly printers: Printers }
