// Which failures of a write prove that nothing was written, so that a caller can be told that nothing was charged.
import { OrderNotWritten } from '../../domain/orders/ports.ts'

/**
 * Runs a write, and throws OrderNotWritten instead of each failure that proves that it left nothing behind. `inDoubt` is
 * called right before the statement that makes the write last: the connection may break after the database confirmed it, so
 * from there on only the database's own refusal is proof.
 */
export async function provingNotWritten<T>(write: (inDoubt: () => void) => Promise<T>): Promise<T> {
  let mayLast = false
  try {
    return await write(() => {
      mayLast = true
    })
  } catch (error) {
    const state = refusalState(error)
    if (mayLast && !isRolledBack(state)) throw error
    throw new OrderNotWritten(!isPermanent(state), error)
  }
}

/**
 * The SQLSTATE of a statement that the database refused; null for anything else. Severities FATAL and PANIC end the session,
 * which can happen after the write was made to last.
 */
function refusalState(error: unknown): string | null {
  if (!(error instanceof Error) || !('severity' in error && 'code' in error)) return null
  return error.severity === 'ERROR' && typeof error.code === 'string' ? error.code : null
}

/** Values, rules, names and rights, sizes: the same statement fails again. */
const permanentClasses = ['22', '23', '42', '54']
/** A read-only server, a conflict between transactions, no room, a lock, a statement that ran out of its time. */
const passingClasses = ['25', '40', '53', '55']
const queryCanceled = '57014'
/** Class 40 all the same: the server does not know itself. */
const completionUnknown = '40003'

const isPermanent = (state: string | null): boolean =>
  state !== null && permanentClasses.includes(state.slice(0, 2))

function isRolledBack(state: string | null): boolean {
  if (state === null || state === completionUnknown) return false
  return isPermanent(state) || state === queryCanceled || passingClasses.includes(state.slice(0, 2))
}
