// Interface of a printer, independent of the server that runs it.

import type { Picture } from './pictures.ts'
import type { CommandAction } from './service/desk.ts'

export type PrinterState =
  /** Ready for a file. */
  | { readonly kind: 'idle' }
  /** Printing, paused or heating up. `file` is the current print. */
  | {
      readonly kind: 'printing'
      readonly file: string
      readonly isPaused: boolean
      /** From 0 to 1. */
      readonly progress: number | null
      readonly remainingSeconds: number | null
    }
  /** The last print was completed. */
  | { readonly kind: 'complete'; readonly file: string }
  /**
   * The last print was not completed. `reason` is the error that stopped it, or null if a user did. The printer accepts
   * the next file.
   */
  | { readonly kind: 'cancelled'; readonly file: string; readonly reason: string | null }
  /** The printer prints nothing until a user has resolved the problem. */
  | {
      readonly kind: 'error'
      /** File of its last print. */
      readonly file: string
      /** Whether that print was completed before. */
      readonly isComplete: boolean
      readonly reason: string
    }
  /** Switched off, not connected to its server, or not responding. */
  | { readonly kind: 'offline'; readonly reason: string }

/** In degrees Celsius. `target`: null = not reported. */
export type Temperature = { readonly actual: number; readonly target: number | null }

export type Temperatures = {
  readonly nozzle: Temperature | null
  readonly bed: Temperature | null
  readonly chamber: Temperature | null
}

/** The operators' commands that the printer supports, and the reason for each missing one. */
export type Controls = {
  readonly commands: readonly CommandAction[]
  readonly missing: readonly Missing[]
}

export type Missing = {
  readonly feature: CommandAction | 'temperatures' | 'picture'
  /** Sentence of at most 200 characters. */
  readonly reason: string
}

export type Printer = {
  /**
   * Whether the printer shows a print some seconds after its start, and forgets a print that has ended when someone confirms that on its
   * screen.
   */
  readonly hasOwnScreen?: boolean
  readonly state: () => Promise<PrinterState>
  /** Why a ready printer can store no file, such as a missing card; null = it can. */
  readonly unavailable?: () => Promise<string | null>
  /** Stores the file on the printer with this name. */
  readonly upload: (file: string, bytes: Uint8Array<ArrayBuffer>, sha256: string) => Promise<void>
  /** Returns the size of the stored file, 0 without it, and null if the printer does not say. */
  readonly storedBytes?: (file: string) => Promise<number | null>
  /** Deletes the stored file if it exists. */
  readonly remove?: (file: string) => Promise<void>
  readonly start: (file: string) => Promise<void>
  /** Stops the print of this file, and no other. */
  readonly cancel: (file: string) => Promise<void>
  /** Pauses the print of this file, and no other. */
  readonly pause?: (file: string) => Promise<void>
  /** Continues the paused print of this file, and no other. */
  readonly resume?: (file: string) => Promise<void>
  /** Returns null while the printer reports none. */
  readonly temperatures?: () => Promise<Temperatures | null>
  /** Picture of the printer's own camera. */
  readonly picture?: () => Promise<Picture>
  /** Why commands are missing that other printers of its kind have. */
  readonly missing?: () => Promise<readonly Missing[]>
  /** Closes the connection if the printer keeps one. */
  readonly close?: () => Promise<void>
}

/** Text that is stored across restarts of the client; null = none. */
export type Memo = {
  readonly read: () => string | null
  readonly write: (text: string) => void
}
