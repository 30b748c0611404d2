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
  /** Runs the command. Throws temporary refusals as Unready until there are too many for the same file. */
  readonly guard: (file: string, command: () => Promise<unknown>) => Promise<void>
}

/** Number of consecutive failures of a printer's server after which a start counts as refused. */
export const failureLimit = 5
/** The server, or a proxy in front of it, failed, which says nothing about the file. The command may have been carried out. */
export const isServerFailure = (status: number): boolean => status >= 500
const isConflict = (status: number): boolean => status === conflict
/** A proxy could not reach the printer's server. */
const gatewayFailures: readonly number[] = [502, 503, 504]

/** Sends a file. A server that fails, for example because its disk is full, accepts no file at all. */
export async function storeFile(server: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof Refused) || !isServerFailure(error.status)) throw error
    const reason = `${server} cannot store the file. ${error.message}`
    throw gatewayFailures.includes(error.status) ? new Error(reason) : new Unavailable(reason)
  }
}

/** Size of a file that the printer's server does not have. Throws any other error. */
export function missingBytes(error: unknown): 0 {
  if (error instanceof Refused && error.status === 404) return 0
  throw error
}

/** `isTemporary`: which refusals, by status, are tried again. */
export function createRefusalCounter(
  limit: number,
  isTemporary: (status: number) => boolean = isConflict,
): RefusalCounter {
  let counted = { file: '', times: 0 }
  return {
    guard: async (file, command) => {
      try {
        await command()
        counted = { file: '', times: 0 }
      } catch (error) {
        if (!(error instanceof Refused) || !isTemporary(error.status)) throw error
        const times = counted.file === file ? counted.times + 1 : 1
        counted = times < limit ? { file, times } : { file: '', times: 0 }
        if (times >= limit) throw error
        throw new Unready(`The printer is not ready yet. ${error.message}`)
      }
    },
  }
}
