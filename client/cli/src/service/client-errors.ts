// Maps the client's errors to those of commands.
import {
  GenerationFailedError,
  NetworkError,
  OutcomeUnknownError,
  RefusalError,
  TimeoutError,
} from '../../../typescript/src/index.ts'
import { CliError, exitCodes } from '../terminal/exit-codes.ts'
import { keyRefused } from './agent-tools.ts'
import { unreachable } from './unreachable.ts'

/** Returns a CliError for every error of the client, and other errors unchanged. */
export function cliErrorOf(error: unknown, baseUrl: string): unknown {
  if (error instanceof RefusalError) return refusalOf(error)
  if (error instanceof OutcomeUnknownError) return new CliError(exitCodes.unknown, error.message)
  if (error instanceof GenerationFailedError) return new CliError(exitCodes.refused, error.message)
  if (error instanceof TimeoutError) {
    return new CliError(
      exitCodes.unavailable,
      `${baseUrl} did not respond in time. Nothing was charged. Try again.`,
    )
  }
  if (error instanceof NetworkError) {
    return new CliError(exitCodes.unavailable, `${unreachable(baseUrl)} Nothing was charged.`)
  }
  return error
}

function refusalOf({
  status,
  code,
  message,
  retryAfterSeconds,
  requestId,
}: RefusalError): CliError {
  const fields = { status, code, requestId }
  if (status === 401) return new CliError(exitCodes.credentials, keyRefused, fields)
  if (status !== 429 && status < 500) return new CliError(exitCodes.refused, message, fields)
  const wait = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} seconds.`
  return new CliError(exitCodes.unavailable, `${message}${wait}`, { ...fields, retryAfterSeconds })
}
