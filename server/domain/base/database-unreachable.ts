// Recognizes errors of the database client that mean that the database cannot be reached.

/** Of the system, while connecting or when a connection breaks. */
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
 * SQLSTATEs of a server that takes no work now: connection exceptions (08), too many connections (53300), shut down, crashed or
 * starting (57P01 to 57P03), a database that takes no connections (55000 while connecting), a standby that takes no writes (25006).
 */
const serverCodes = /^(?:08\w{3}|53300|57P0[123]|25006)$/

/** Messages of the client library for errors without a code. */
const clientWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Also looks at the error's cause, and at the errors of an AggregateError (one for each address that was tried). */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (systemCodes.has(code) || serverCodes.test(code) || clientWords.test(error.message))
    return true
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnreachable)) return true
  return error.cause !== undefined && isDatabaseUnreachable(error.cause)
}
