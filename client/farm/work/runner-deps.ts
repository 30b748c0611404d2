// Dependencies and state that the steps of a printer's work share.
import type { PrinterConfig } from '../config/config.ts'
import type { Missing, Printer } from '../printer.ts'
import type { Farm, Job } from '../service/farm.ts'
import type { CommandDeps } from './run-commands.ts'
import type { Limits } from './slots.ts'
import type { StateFile } from './state.ts'

export type RunnerDeps = {
  readonly config: PrinterConfig
  readonly printer: Printer
  readonly farm: Farm
  readonly state: StateFile
  readonly heartbeatMs: number
  readonly reportMs: number
  readonly log: (line: string) => void
  /** Limits that the client's printers share; undefined = no limits. */
  readonly limits?: Limits
  /** Commands of the desk; undefined = none. */
  readonly commands?: CommandDeps
  /** Pictures for the desk; undefined = none. */
  readonly pictures?: PictureDeps
}

export type PictureDeps = {
  readonly send: (printer: string, bytes: Uint8Array) => Promise<void>
  readonly everyMs: number
}

/** State of the runner between steps. It is lost on a restart, which is harmless. */
export type RunnerState = {
  /** The printer's last state, and the number of consecutive polls with it; see `isSettled`. */
  shown: { readonly text: string; readonly times: number }
  lastBeat: number
  /** Time since which the file of a claim could not be sent; null = it could be sent. */
  uploadFails: { readonly lease: string; readonly since: number } | null
  /** Why the printer gets no job, and until when, in ms since 1970; null = it gets jobs. */
  fault: { readonly reason: string; readonly until: number } | null
  /** Time at which the printer went offline, or null. */
  offlineSince: number | null
  /** File of a print that does not belong to the farm, whose plate was cleared. */
  clearedFile: string | null
  /** File of the farm that was printed again by a person since the last clear; null = none. */
  repeatedFile: string | null
  /** Why the last claim returned no job. */
  reason: string | null
  /** Lease of the job whose file is on the printer. */
  uploaded: string | null
  /** Downloads of a file that arrived damaged. */
  damaged: { readonly lease: string; readonly times: number; readonly nextAt: number } | null
  /** How often a file was sent again because the printer's copy differs. */
  replaced: { readonly lease: string; readonly times: number } | null
  /** Whether the need for a heating slot has been determined. */
  isHeatingKnown: boolean
  heatingSince: number | null
  /** When the next picture is due, in ms since 1970. */
  pictureAt: number
  /** Why the camera sent no picture; null = it sent one, or none was requested. */
  noPicture: Missing | null
}

/** Argument of each step: the dependencies of a printer's runner, and its state. */
export type RunnerContext = RunnerDeps & { readonly memory: RunnerState }

/** How long the service keeps a claim after its last heartbeat, in seconds. */
export const claimSeconds = 600
/** A printer that is unreachable for longer returns its job before the claim expires. */
export const giveUpMs = (claimSeconds - 120) * 1000

/**
 * Returns a name that is unique per claim, so that a printer's state always identifies its claim. Each claim has a
 * separate lease, while the farm's attempt count decreases when a job is held or requeued.
 */
export const fileNameOf = ({ orderCode, plate, id, lease, isArchive }: Job): string =>
  `${orderCode}-plate${plate}-${id.slice(0, 8)}-${lease.slice(0, 8)}.gcode${isArchive ? '.3mf' : ''}`

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
