// What the client needs of a printer, whichever server runs it.

export type PrinterState =
  /** Ready for a file. */
  | { readonly kind: 'idle' }
  /** Printing, paused or heating up: `file` is what it prints. */
  | {
      readonly kind: 'printing'
      readonly file: string
      readonly isPaused: boolean
      /** 0 to 1. */
      readonly progress: number | null
      readonly remainingSeconds: number | null
    }
  /** The last print ran to its end. */
  | { readonly kind: 'complete'; readonly file: string }
  /** The last print did not run to its end; `reason`: the error that stopped it, null = a person. The printer takes the next file. */
  | { readonly kind: 'cancelled'; readonly file: string; readonly reason: string | null }
  /** It prints nothing until a person has seen to it. */
  | {
      readonly kind: 'error'
      /** The file of its last print. */
      readonly file: string
      /** Whether that print had run to its end before. */
      readonly isComplete: boolean
      readonly reason: string
    }
  /** Switched off, not connected to its server, or not responding. */
  | { readonly kind: 'offline'; readonly reason: string }

export type Printer = {
  readonly state: () => Promise<PrinterState>
  /** Stores the file on the printer under this name. */
  readonly upload: (file: string, bytes: Uint8Array<ArrayBuffer>, sha256: string) => Promise<void>
  readonly start: (file: string) => Promise<void>
  readonly cancel: () => Promise<void>
}
