// What a printer shows at the desk, and the commands that operators send to it.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import type { PrintLease } from '../../base/ids/print-lease.ts'

export const commandActions = ['pause', 'resume', 'cancel'] as const
export type CommandAction = (typeof commandActions)[number]

export const deskFeatures = [...commandActions, 'temperatures', 'picture'] as const
export type DeskFeature = (typeof deskFeatures)[number]

/** A feature that the printer lacks. `reason`: a sentence of its program. */
export type MissingFeature = { readonly feature: DeskFeature; readonly reason: string }
export const maxMissingReason = 200

/** In degrees Celsius. `target`: null = off or not reported. */
export type Temperature = { readonly actual: number; readonly target: number | null }
export const temperatureRange = { min: -100, max: 2000 } as const

export const heaters = ['nozzle', 'bed', 'chamber'] as const
export type Heater = (typeof heaters)[number]
export type Temperatures = { readonly [Name in Heater]: Temperature | null }

/** Time after which a command that no program has taken lapses. */
export const commandSeconds = 180
/** Time after which a taken command without an outcome counts as unreported. */
export const outcomeSeconds = 300
/** `commandSeconds` and `outcomeSeconds` for messages. */
export const commandText = 'three minutes'
export const outcomeText = 'five minutes'
export const maxCommandReason = 500

/** Limits of a picture that a program sends, and of the stored one. */
export const maxPictureBytes = 512 * 1024
export const maxStoredPictureBytes = 128 * 1024
export const pictureSidePx = 640

/** The last command of a printer. */
export type PrinterCommand = {
  readonly id: string
  /** Number of the command, from 1. Forms state the number that their page showed. */
  readonly version: number
  readonly action: CommandAction
  readonly jobId: PrintJobId
  readonly lease: PrintLease
  readonly by: string
  readonly requestedAt: Date
  readonly expiresAt: Date
  readonly takenAt: Date | null
  readonly endedAt: Date | null
  readonly outcome: CommandOutcome | null
  /** Why it failed. */
  readonly reason: string | null
}

export const commandOutcomes = ['done', 'failed'] as const
export type CommandOutcome = (typeof commandOutcomes)[number]

/** `lapsed`: no program has taken it in time. `unreported`: its program has reported no outcome in time. */
export type CommandState = 'requested' | 'taken' | CommandOutcome | 'lapsed' | 'unreported'

export function commandStateOf(
  { expiresAt, takenAt, outcome }: Pick<PrinterCommand, 'expiresAt' | 'takenAt' | 'outcome'>,
  now: Date,
): CommandState {
  if (outcome !== null) return outcome
  if (takenAt !== null) {
    const isLate = now.getTime() - takenAt.getTime() >= outcomeSeconds * 1000
    return isLate ? 'unreported' : 'taken'
  }
  return now >= expiresAt ? 'lapsed' : 'requested'
}

/** Whether its outcome is still expected. */
export const isCommandOpen = (command: PrinterCommand, now: Date): boolean =>
  ['requested', 'taken'].includes(commandStateOf(command, now))

export type PrinterDesk = {
  /** Commands that its program carries out; null = its program takes none. */
  readonly controls: readonly CommandAction[] | null
  readonly missing: readonly MissingFeature[]
  readonly temperatures: Temperatures | null
  /** When its program last reported; null = it only claims jobs. */
  readonly reportedAt: Date | null
  readonly pictureAt: Date | null
  readonly command: PrinterCommand | null
}

/** The facts of a report that are shown at the desk. */
export type DeskReport = Pick<PrinterDesk, 'controls' | 'missing' | 'temperatures'>
