// Error code of each failure that the tables in this folder have a sentence for.
import type { ErrorCode } from '../../domain/errors/catalog.ts'
import { codeOfKind, linkCodes, measuringCode } from '../../domain/errors/code-of.ts'
import type { Failure } from './failure.ts'

/** Returns the error code. Does not compile while a kind of failure has neither advice nor another code. */
export function codeOf(failure: Failure): ErrorCode {
  if (failure.kind === 'import_refused') return linkCodes[failure.reason]
  if (failure.kind === 'measuring_unavailable' && failure.by !== 'queue') {
    return measuringCode(failure.by)
  }
  return codeOfKind(failure.kind)
}
