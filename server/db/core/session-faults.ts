// What an error says about the session on which a statement was sent: whether the statement ran, and whether the session is still usable.

/**
 * refused: the statement did not run, and would run on a session with another server. A read-only server, or a session that had ended.
 * lost: the session ended while the statement was running; it may have run.
 * timeout: the server did not respond in time; it may still run.
 */
export type SessionFault = 'refused' | 'lost' | 'timeout'

/** read_only_sql_transaction: a standby, a primary that was demoted, or one that an operator has closed to writes. */
const readOnly = '25006'
/** Error codes of the operating system. Others, such as ECONNREFUSED, occur while connecting: there is no session yet. */
const brokenSockets: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
/** Connection exceptions (08), shut down or crashed (57P01, 57P02). */
const endedSessions = /^(?:08\w{3}|57P0[12])$/
/** The client library's messages of errors without a code. */
const unsent = /^Client (?:has encountered a connection error|was closed) and is not queryable/
const broken = /^Connection terminated(?! due to connection timeout)/
const unanswered = 'Query read timeout'

/** null: the session is not the cause of the error. */
export function sessionFaultOf(error: unknown): SessionFault | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (code === readOnly || unsent.test(error.message)) return 'refused'
  if (error.message === unanswered) return 'timeout'
  const isLost = brokenSockets.has(code) || endedSessions.test(code) || broken.test(error.message)
  return isLost ? 'lost' : null
}

/** A statement that changes no row, so that it can run twice. Locks that it takes are gone with the session that was lost. */
export const isRead = (text: string): boolean => /^\s*select\b/i.test(text)

/**
 * Whether a statement outside of a transaction runs again, on another connection. Not after a timeout: its caller has waited for long
 * enough, and the server may be working on it.
 */
export function mayRunAgain(error: unknown, text: string): boolean {
  const fault = sessionFaultOf(error)
  return fault === 'refused' || (fault === 'lost' && isRead(text))
}
