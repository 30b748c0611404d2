// Ports of printers: records and related data.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import type { PrintLease } from '../../base/ids/print-lease.ts'
import type { Result } from '../../base/result.ts'
import type { PrintJob } from '../jobs/job.ts'
import type { PrinterCommands } from './command-printer.ts'
import type { PrinterFailure } from './failure.ts'
import type { ProfileInUse } from './plate-profiles.ts'
import type { Printer, PrinterFacts, ReportedState, Spool } from './printer.ts'
import type { DeskReport } from './printer-desk.ts'
import type { StoredPicture } from './printer-pictures.ts'

/** A report from a printer's program. Omitted facts do not change. */
export type PrinterReport = {
  readonly facts: Partial<PrinterFacts>
  /** Stored unless an operator has set the spools; undefined = unknown to the program. */
  readonly spools: readonly Spool[] | undefined
  readonly state: ReportedState
  readonly detail: string | null
  readonly jobId: PrintJobId | null
  readonly progress: number | null
  readonly remainingSeconds: number | null
  readonly desk: DeskReport
}

/**
 * A claim or a heartbeat of a job. Its state applies if no report arrived for `silentSeconds`, and it never clears a
 * plate.
 */
export type PrinterSign = {
  readonly state: 'ready' | 'printing'
  readonly jobId: PrintJobId | null
}

/** An operator's change. `version`: the printer's version that the operator saw. */
export type PrinterChange = {
  readonly by: string
  readonly version: number
} & (
  | { readonly action: 'spools'; readonly spools: readonly Spool[] }
  | { readonly action: 'tags'; readonly tags: readonly string[] }
  /** null ends the maintenance. */
  | { readonly action: 'maintenance'; readonly note: string | null }
)

/** A printer with its current job and today's work. */
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
  /** Stores a report and adds an unknown printer. */
  readonly report: (name: string, report: PrinterReport) => Promise<Printer>
  /** Records that the program cannot reach the printer. Returns null for an unknown printer. */
  readonly reportUnreachable: (name: string, reason: string) => Promise<Printer | null>
  /** Records contact from a program that only claims jobs. */
  readonly recordContact: (name: string, sign: PrinterSign) => Promise<Printer>
  /** Records whether its program accepts shared plates. */
  readonly setAcceptsSharedPlates: (name: string, acceptsSharedPlates: boolean) => Promise<void>
  /** Records contact from the printer that holds the lease of the job. Does nothing if no printer holds it. */
  readonly recordContactOfHolder: (
    job: { readonly id: PrintJobId; readonly lease: PrintLease },
    sign: PrinterSign,
  ) => Promise<void>
  readonly change: (name: string, change: PrinterChange) => Promise<Result<Printer, PrinterFailure>>
  /**
   * Clears the plate of a job that has already ended, or of no job. Returns false if the plate is not full or has
   * another job.
   */
  readonly clear: (name: string, jobId: PrintJobId | null, by: string) => Promise<boolean>
  /** Removes a printer, but only one without recent contact. */
  readonly remove: (name: string, by: string) => Promise<Result<null, PrinterFailure>>
  readonly commands: PrinterCommands
  /** Replaces the picture. Returns when it was stored, or null for an unknown printer. */
  readonly writePicture: (name: string, jpeg: Uint8Array) => Promise<Date | null>
  readonly readPicture: (name: string) => Promise<StoredPicture | null>
  readonly setProfile: (name: string, profile: ProfileInUse) => Promise<void>
  /** Returns the profiles of printers in service that reported within a week. */
  readonly profilesInUse: () => Promise<readonly ProfileInUse[]>
  readonly read: (name: string) => Promise<Printer | null>
  /** Returns the printers by name. `timeZone`: defines the start of the day. */
  readonly list: (timeZone: string) => Promise<readonly PrinterWork[]>
}

export type PrinterDeps = { readonly printers: Printers }
