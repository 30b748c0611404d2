// Tells that the database cannot be reached at the moment, by the errors that its client throws.

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

/** The client's own words, which carry no code. */
const clientWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Also of an error that another one was caused by, or that an address of several was tried for. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (systemCodes.has(code) || serverCodes.test(code) || clientWords.test(error.message))
    return true
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true
  return error.cause !== undefined && isDatabaseAway(error.cause)
}
