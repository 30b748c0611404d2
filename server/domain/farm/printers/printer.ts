// A printer of the farm: what it can print, what is loaded, and the state in which operators see it.

import type { PrinterState } from '../../base/metric-catalog.ts'
import type { PrintJobId } from '../../base/print-job-id.ts'
import type { Material } from '../../catalog/options.ts'
import { flavors } from '../../models/report.ts'
import type { FileKind } from '../../planning/plates.ts'
import type { SizeMm } from '../jobs/job.ts'

/** What a printer's program says that it does. `finished`: a print ended, and what it made is on the plate. */
export const reportedStates = [
  'ready',
  'printing',
  'paused',
  'finished',
  'error',
] as const satisfies readonly PrinterState[]
export type ReportedState = (typeof reportedStates)[number]

export const firmwares = flavors
export type Firmware = (typeof firmwares)[number]

/** Where X and Y are 0: in the corner at the front left, or in the middle of the bed. */
export const bedOrigins = ['front_left', 'center'] as const
export type BedOrigin = (typeof bedOrigins)[number]

/** A printer that was not heard of for this long is offline. Programs report every 30 s and may miss three reports. */
export const silentSeconds = 120
/** `silentSeconds` in sentences. */
export const silentText = 'two minutes'

/** A plate that is not cleared for this long needs attention. */
export const fullPlateSeconds = 30 * 60

export const maxSpools = 16
export const maxTags = 10
export const maxTagCharacters = 30
export const maxPrinterText = 60
export const maxPrinterDetail = 500

export type Spool = {
  /** From 1: the place of an automatic changer. */
  readonly slot: number
  readonly material: Material
  readonly color: string
  /** null = not known. */
  readonly gramsLeft: number | null
}

export type Maintenance = { readonly since: Date; readonly note: string; readonly by: string }

/** What a printer can print; null and an empty list = not known. */
export type PrinterFacts = {
  readonly model: string | null
  readonly bedMm: SizeMm | null
  readonly bedOrigin: BedOrigin
  /** mm */
  readonly nozzleDiameter: number | null
  readonly firmware: Firmware | null
  readonly fileKinds: readonly FileKind[]
}

export type Printer = PrinterFacts & {
  readonly name: string
  /** What plates for it are sliced for: a model's or a bed's. */
  readonly profile: string
  /** The nozzle of the profile, for a printer that names none. */
  readonly profileNozzleMm: number | null
  /** Whether its program takes plates that several jobs share, as its last claim said. */
  readonly takesShared: boolean
  readonly spools: readonly Spool[]
  readonly tags: readonly string[]
  /** The state that was last reported, or concluded from its claims and the heartbeats of its jobs. */
  readonly reported: ReportedState
  /** Why it is paused or has an error. */
  readonly detail: string | null
  readonly reportedSince: Date
  readonly lastHeardAt: Date
  /** The job that it last had; it may have ended since. */
  readonly jobId: PrintJobId | null
  /** 0 to 1. */
  readonly progress: number | null
  readonly remainingSeconds: number | null
  /** When an operator cleared the plate of the state `finished`, until its program reports another state. */
  readonly clearedAt: Date | null
  readonly maintenance: Maintenance | null
  /** Raised by every change of an operator. */
  readonly version: number
}

/** What operators see: what it said, unless it is silent or an operator took it out of work. */
export type SeenState = { readonly state: PrinterState; readonly since: Date }

type Facts = Pick<
  Printer,
  'reported' | 'reportedSince' | 'lastHeardAt' | 'clearedAt' | 'maintenance'
>

/** Maintenance stands before everything, and silence before what was reported. */
export function stateOf(printer: Facts, now: Date): SeenState {
  const { reported, reportedSince, lastHeardAt, clearedAt, maintenance } = printer
  if (maintenance !== null) return { state: 'maintenance', since: maintenance.since }
  if (isSilent(printer, now)) return { state: 'offline', since: lastHeardAt }
  if (reported === 'finished' && clearedAt !== null) return { state: 'ready', since: clearedAt }
  return { state: reported, since: reportedSince }
}

export const isSilent = ({ lastHeardAt }: Pick<Printer, 'lastHeardAt'>, now: Date): boolean =>
  now.getTime() - lastHeardAt.getTime() >= silentSeconds * 1000

/** Whether parts are on the plate, whatever the printer does now: also of one that is offline or in maintenance. */
export const isPlateFull = ({
  reported,
  clearedAt,
}: Pick<Printer, 'reported' | 'clearedAt'>): boolean =>
  reported === 'finished' && clearedAt === null

/** Why a printer gets no job; null = it may get one. */
export type NoJobReason = 'maintenance' | 'plate' | 'paused' | 'error'

export function noJobReason(
  printer: Pick<Printer, 'reported' | 'clearedAt' | 'maintenance'>,
): NoJobReason | null {
  if (printer.maintenance !== null) return 'maintenance'
  if (isPlateFull(printer)) return 'plate'
  return printer.reported === 'paused' || printer.reported === 'error' ? printer.reported : null
}
