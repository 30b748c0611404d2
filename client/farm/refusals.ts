// Temporary refusals: the printer is briefly busy with its menu or with an unfinished transfer.
import { conflict, Refused } from './http.ts'

/** The printer refused the command, but may accept it later. */
export class Unready extends Error {
  override readonly name = 'Unready'
}

/** The printer currently accepts no file, because its storage is missing or full. The cause is not the file. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** How long a printer gets no job after it could not accept a file, unless it is found to work earlier. */
export const unavailableMs = 10 * 60_000

export type RefusalCounter = {
  /** Runs the command. Throws conflicts as Unready until there are too many for the same file. */
  readonly guard: (file: string, command: () => Promise<unknown>) => Promise<void>
}

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
