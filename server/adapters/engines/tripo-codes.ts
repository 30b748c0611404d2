// What Tripo's error codes mean for the caller. The codes are from its v2 pages; third-party code relies on them under v3.
import type { EngineFailure } from '../../domain/generation/engine/engine.ts'
import { failures, refusedByPolicy, taskFailed } from './failures.ts'

/** Returns the failure that a code means. A null `status` means the outcome of a task, not of an HTTP request. */
export function failureOf(
  status: number | null,
  code: number | null,
  message: string | null,
): EngineFailure {
  switch (code) {
    case 1002:
    case 1005:
      return failures.refusedAccess
    case 1004:
    case 2015:
    case 2017:
      return failures.badRequest
    case 2000:
      return failures.busy
    case 2001:
    case 2002:
    case 2006:
    case 2007:
    case 2019:
      return failures.unknownModel
    case 2003:
    case 2004:
      return failures.badPicture
    case 2008:
      return refusedByPolicy(message)
    case 2010:
      return failures.noCredit
    case 2014:
      return failures.moderationDown
    case 2018:
      return failures.tooComplex
    default:
      break
  }
  if (status === null) return taskFailed(message)
  if (status === 401 || status === 403) return failures.refusedAccess
  return status === 429 ? failures.busy : failures.broken
}
