// Recognizes errors that mean that the database cannot be reached.

/** System errors of a connection attempt or a broken connection. */
const systemCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * SQLSTATEs of a server that currently accepts no work: connection exceptions (08), too many connections (53300),
 * shut down, crashed or starting (57P01 to 57P03), a database that accepts no connections (a fatal 55000), a
 * read-only standby (25006).
 */
const serverCodes = /^(?:08\w{3}|53300|57P0[123]|25006)$/

/** The client library's messages for errors without a code. */
const clientWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:has encountered a connection error|was closed))/

/** Checks the error's cause as well, and the errors of an AggregateError (one per address that was tried). */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (code === '55000') return 'severity' in error && error.severity === 'FATAL'
  if (systemCodes.has(code) || serverCodes.test(code) || clientWords.test(error.message)) {
    return true
  }
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnreachable)) return true
  return error.cause !== undefined && isDatabaseUnreachable(error.cause)
}
