// Decides which failures of a write prove that nothing was written, so that the caller can be told that nothing was charged.
import { AccountClosed } from '../../../domain/accounts/ports.ts'
import { OrderNotWritten } from '../../../domain/orders/ports.ts'

/**
 * Runs a write. Throws OrderNotWritten instead of each failure that proves that nothing was written, except AccountClosed. The write calls
 * `beginCommit` immediately before the statement that commits. The connection may break after the database has committed, so from then on
 * only an error reported by the database itself is proof.
 */
export async function provingNotWritten<T>(
  write: (beginCommit: () => void) => Promise<T>,
): Promise<T> {
  let committing = false
  try {
    return await write(() => {
      committing = true
    })
  } catch (error) {
    if (error instanceof AccountClosed) throw error
    const state = refusalState(error)
    if (committing && !isRolledBack(state)) throw error
    throw new OrderNotWritten(!isPermanent(state), error)
  }
}

/**
 * Returns the SQLSTATE of a statement that the database rejected, and null for any other error. Severities FATAL and PANIC end the
 * session, which can happen after the commit.
 */
function refusalState(error: unknown): string | null {
  if (!(error instanceof Error) || !('severity' in error && 'code' in error)) return null
  return error.severity === 'ERROR' && typeof error.code === 'string' ? error.code : null
}

/** Data exceptions, constraints, names and permissions, program limits: the same statement would fail again. */
const permanentClasses = ['22', '23', '42', '54']
/** A read-only server, a conflict between transactions, insufficient resources, a lock. */
const transientClasses = ['25', '40', '53', '55']
const queryCanceled = '57014'
/** Belongs to class 40, but even the server does not know whether the statement completed. */
const completionUnknown = '40003'

const isPermanent = (state: string | null): boolean =>
  state !== null && permanentClasses.includes(state.slice(0, 2))

function isRolledBack(state: string | null): boolean {
  if (state === null || state === completionUnknown) return false
  return (
    isPermanent(state) || state === queryCanceled || transientClasses.includes(state.slice(0, 2))
  )
}
