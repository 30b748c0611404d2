// Refusals that may pass: the printer is busy for a moment, with its menu or with a transfer that has not ended yet.
import { Refused } from './http.ts'

/** The printer has refused the command, and may take it later. */
export class Unready extends Error {
  override readonly name = 'Unready'
}

/** The printer takes no file for now, whichever it is: its storage is missing or full. It is not the file's fault. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** How long a printer gets no job after it could not take a file, unless it is found to be working earlier. */
export const unavailableMs = 10 * 60_000

export type RefusalCounter = {
  /** Runs the command. Its conflicts are thrown as Unready until there were too many for the same file. */
  readonly guard: (file: string, command: () => Promise<unknown>) => Promise<void>
}

/** Status of a command that conflicts with what the printer does. */
export const conflict = 409

export function createRefusalCounter(limit: number): RefusalCounter {
  let counted = { file: '', times: 0 }
  return {
    guard: async (file, command) => {
      try {
        await command()
        counted = { file: '', times: 0 }
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== conflict) throw error
        const times = counted.file === file ? counted.times + 1 : 1
        counted = times < limit ? { file, times } : { file: '', times: 0 }
        if (times >= limit) throw error
        throw new Unready(`The printer is not ready yet. ${error.message}`)
      }
    },
  }
}
