// A printer of the farm: its abilities, loaded spools, and state for operators.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import type { PrinterState } from '../../base/metrics/metric-catalog.ts'
import { silentSeconds } from '../../base/time/silence.ts'
import type { Material } from '../../catalog/options.ts'
import { flavors } from '../../models/report.ts'
import type { PrintFileKind } from '../../planning/plates.ts'
import type { SizeMm } from '../jobs/job.ts'
import type { PrinterDesk } from './printer-desk.ts'

/** State that a printer's program reports. `finished`: a print ended, and its parts are on the plate. */
export const reportedStates = [
  'ready',
  'printing',
  'paused',
  'finished',
  'error',
] as const satisfies readonly PrinterState[]
export type ReportedState = (typeof reportedStates)[number]
/** Words of a report: a state, or `offline` if the program cannot reach the printer. */
export const reportWords = [...reportedStates, 'offline'] as const

export const firmwares = flavors
export type Firmware = (typeof firmwares)[number]

/** The origin of X and Y: the front left corner or the center of the bed. */
export const bedOrigins = ['front_left', 'center'] as const
export type BedOrigin = (typeof bedOrigins)[number]

/** Time after which an uncleared plate needs attention. */
export const fullPlateSeconds = 30 * 60

export const maxSpools = 16
export const maxTags = 10
export const maxTagCharacters = 30
export const maxPrinterText = 60
export const maxPrinterDetail = 500

export type Spool = {
  /** Starts at 1: the slot of an automatic filament changer. */
  readonly slot: number
  readonly material: Material
  readonly color: string
  /** null = unknown. */
  readonly gramsLeft: number | null
  /** Set if it is a counted spool, whose filament is booked. */
  readonly counted?: { readonly id: number; readonly gramsLeft: number }
}

export type Maintenance = { readonly since: Date; readonly note: string; readonly by: string }

/** Abilities of a printer; null and an empty list = unknown. */
export type PrinterFacts = {
  readonly model: string | null
  readonly bedMm: SizeMm | null
  readonly bedOrigin: BedOrigin
  /** In mm. */
  readonly nozzleDiameter: number | null
  readonly firmware: Firmware | null
  readonly fileKinds: readonly PrintFileKind[]
}

export type Printer = PrinterFacts & {
  readonly name: string
  /** Target of its slices: a model or a bed. */
  readonly profile: string
  /** The nozzle of the profile, for a printer that reports none. */
  readonly profileNozzleMm: number | null
  /** Whether its program accepts shared plates, according to its last claim. */
  readonly acceptsSharedPlates: boolean
  readonly spools: readonly Spool[]
  /** Whether its spools are counted, so that a slot without one is known to be empty. */
  readonly areSpoolsCounted: boolean
  readonly tags: readonly string[]
  /** The last state that was reported, or inferred from claims and heartbeats. */
  readonly reported: ReportedState
  /** Why it is paused or has an error. */
  readonly detail: string | null
  readonly reportedSince: Date
  readonly lastHeardAt: Date
  /** Why its program cannot reach it, since the last sign of life; null = it can. */
  readonly unreachable: string | null
  /** The last job that it had; the job may have ended since. */
  readonly jobId: PrintJobId | null
  /** 0 to 1. */
  readonly progress: number | null
  readonly remainingSeconds: number | null
  /** When an operator cleared the plate of the state `finished`. Reset when the program reports another state. */
  readonly clearedAt: Date | null
  readonly maintenance: Maintenance | null
  /** Incremented by every operator change. */
  readonly version: number
  readonly desk: PrinterDesk
}

/** State for operators: the reported one, unless the printer has lost contact or is in maintenance. */
export type SeenState = { readonly state: PrinterState; readonly since: Date }

type Facts = Pick<
  Printer,
  'reported' | 'reportedSince' | 'lastHeardAt' | 'unreachable' | 'clearedAt' | 'maintenance'
>

/** Returns the state. Maintenance takes precedence, then loss of contact, then the reported state. */
export function stateOf(printer: Facts, now: Date): SeenState {
  const { reported, reportedSince, lastHeardAt, clearedAt, maintenance } = printer
  if (maintenance !== null) return { state: 'maintenance', since: maintenance.since }
  if (isOffline(printer, now)) return { state: 'offline', since: lastHeardAt }
  if (reported === 'finished' && clearedAt !== null) return { state: 'ready', since: clearedAt }
  return { state: reported, since: reportedSince }
}

/** Returns the loaded spools; null = not known. A printer with counted spools that has none left gets an empty list. */
export const loadedSpools = ({
  spools,
  areSpoolsCounted,
}: Pick<Printer, 'spools' | 'areSpoolsCounted'>): readonly Spool[] | null =>
  spools.length === 0 && !areSpoolsCounted ? null : spools

export const isSilent = ({ lastHeardAt }: Pick<Printer, 'lastHeardAt'>, now: Date): boolean =>
  now.getTime() - lastHeardAt.getTime() >= silentSeconds * 1000

/** Whether nothing is known about the printer: it is silent, or its program cannot reach it. */
export const isOffline = (
  printer: Pick<Printer, 'lastHeardAt' | 'unreachable'>,
  now: Date,
): boolean => printer.unreachable !== null || isSilent(printer, now)

/**
 * Whether parts are on the plate, regardless of the printer's state. Includes offline printers and printers in
 * maintenance.
 */
export const isPlateFull = ({
  reported,
  clearedAt,
}: Pick<Printer, 'reported' | 'clearedAt'>): boolean =>
  reported === 'finished' && clearedAt === null

/** Why a printer gets no job. */
export type NoJobReason = 'maintenance' | 'plate' | 'paused' | 'error'

export function noJobReason(
  printer: Pick<Printer, 'reported' | 'clearedAt' | 'maintenance'>,
): NoJobReason | null {
  if (printer.maintenance !== null) return 'maintenance'
  if (isPlateFull(printer)) return 'plate'
  return printer.reported === 'paused' || printer.reported === 'error' ? printer.reported : null
}
