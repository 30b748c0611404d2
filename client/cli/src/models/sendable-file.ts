// File that a command is about to send.
import { stat } from 'node:fs/promises'
import { ifExists } from '../service/if-exists.ts'
import { usageError } from '../terminal/exit-codes.ts'

/** Throws a usage error if the file is missing, cannot be read or is empty. */
export async function checkSendable(path: string): Promise<void> {
  const stats = await ifExists(path, stat(path))
  if (stats === null) throw usageError(`There is no file ${path}.`)
  if (!stats.isFile()) throw usageError(`${path} is not a file.`)
  if (stats.size === 0) throw usageError(`${path} is empty.`)
}
