// What an error means for the session on which a statement was sent: whether the statement ran, and whether the session is still usable.

/**
 * - refused: the statement did not run, and would run on a session with another server. The server is read-only, or the session had
 *   already ended.
 * - lost: the session ended while the statement was running. The statement may have run.
 * - timeout: the server did not respond in time. The statement may still be running.
 */
export type SessionFault = 'refused' | 'lost' | 'timeout'

/** read_only_sql_transaction: a standby, a primary that was demoted, or one that an operator has closed to writes. */
const readOnly = '25006'
/** Error codes of the operating system. Other codes, such as ECONNREFUSED, occur while connecting, before there is a session. */
const brokenSockets: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
/** Connection exceptions (08), shut down or crashed (57P01, 57P02). */
const endedSessions = /^(?:08\w{3}|57P0[12])$/
/** Messages of the client library for errors without a code. */
const unsent = /^Client (?:has encountered a connection error|was closed) and is not queryable/
const broken = /^Connection terminated(?! due to connection timeout)/
const unanswered = 'Query read timeout'

/** Returns null when the session is not the cause of the error. */
export function sessionFaultOf(error: unknown): SessionFault | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (code === readOnly || unsent.test(error.message)) return 'refused'
  if (error.message === unanswered) return 'timeout'
  const isLost = brokenSockets.has(code) || endedSessions.test(code) || broken.test(error.message)
  return isLost ? 'lost' : null
}

/** Whether a statement changes no row, so that it can run twice. The locks that it took were released with the lost session. */
export const isRead = (text: string): boolean => /^\s*select\b/i.test(text)

/**
 * Whether a statement outside a transaction can be retried on another connection. Not after a timeout: its caller has waited long enough,
 * and the server may still be working on it.
 */
export function mayRunAgain(error: unknown, text: string): boolean {
  const fault = sessionFaultOf(error)
  return fault === 'refused' || (fault === 'lost' && isRead(text))
}
