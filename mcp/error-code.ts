// Error codes of refused calls and of faults. They match the REST codes if REST has the refusal as well.
import type { ErrorCode } from '../server/domain/errors/catalog.ts'
import { codeOfKind, linkCodes, measuringCode } from '../server/domain/errors/code-of.ts'
import type { GenerationFailure } from '../server/domain/generation/request/failure.ts'
import type { LimitFailure } from '../server/domain/limits/failure.ts'
import type { OrderFailure } from '../server/domain/orders/failure.ts'
import type { LinkFailure } from '../server/domain/printability/check-link.ts'
import type { QuoteFailure } from '../server/domain/quotes/failure.ts'

export function errorCodeOf(
  failure: OrderFailure | QuoteFailure | GenerationFailure | LinkFailure | LimitFailure,
): ErrorCode {
  if (failure.kind === 'quote_download_refused' || failure.kind === 'link_refused') {
    return linkCodes[failure.reason]
  }
  if (failure.kind === 'measuring_unavailable' && failure.by !== 'queue') {
    return measuringCode(failure.by)
  }
  return codeOfKind(failure.kind)
}

/**
 * Why a call was refused, as one of five words. `try_again`: the call is valid, and the sentence states the seconds to
 * wait. `unconfirmed`: the call may have ordered or charged. `refused`: any other reason, which the error code states.
 */
export type RefusalCode =
  | 'api_key_required'
  | 'try_again'
  | 'quote_expired'
  | 'unconfirmed'
  | 'refused'

const refusalCodes: Readonly<Partial<Record<ErrorCode, RefusalCode>>> = {
  api_key_required: 'api_key_required',
  rate_limited: 'try_again',
  limiter_unavailable: 'try_again',
  measuring_unavailable: 'try_again',
  processing_time_used_up: 'try_again',
  quote_expired: 'quote_expired',
  order_unconfirmed: 'unconfirmed',
  generation_unconfirmed: 'unconfirmed',
}

/** Returns how a program should react to the refusal. */
export const refusalCodeOf = (code: ErrorCode): RefusalCode => refusalCodes[code] ?? 'refused'
