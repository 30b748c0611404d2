// A file that a command is going to send.
import { stat } from 'node:fs/promises'
import { usageError } from '../terminal/exit-codes.ts'

/** Throws a usage error where there is none, or where it is empty. */
export async function checkSendable(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw usageError(`There is no file ${path}.`)
  if (!found.isFile()) throw usageError(`${path} is not a file.`)
  if (found.size === 0) throw usageError(`${path} is empty.`)
}
