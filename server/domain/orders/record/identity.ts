// Ids and codes of orders: random for a plain submit, derived for a request that can be retried (an Idempotency-Key, a
// quote). The order's id is the processor's idempotency key. With a derived id, a retry after a loss of rows finds the
// first charge instead of making another. server/domain/orders/submit/README.md, "Retries", contains the complete
// rules.

import type { AccountId } from '../../base/caller.ts'
import { type OrderId, orderIdOf } from '../../base/ids/order-id.ts'
import type { QuoteId } from '../../base/ids/quote-id.ts'
import { derivedUuid } from '../../base/ids/uuid.ts'
import type { Ids, KeyedBytes } from '../../base/ports.ts'
import { type CodePrefix, newOrderCode } from './code.ts'

/** The source of derived ids and codes. */
export type OrderIds = KeyedBytes

/** The input from which ids and codes are derived; null = random. */
export type OrderSubject = string | null

export const requestSubject = (accountId: AccountId, key: string, requestHash: string): string =>
  JSON.stringify(['request', accountId, key, requestHash])

export const webSubject = (accountId: AccountId, key: string, requestHash: string): string =>
  JSON.stringify(['checkout', accountId, key, requestHash])

export const quoteSubject = (quoteId: QuoteId): string => JSON.stringify(['quote', quoteId])

export type OrderIdentity = {
  /** A UUID: version 8 if derived, version 4 if random. */
  readonly id: OrderId
  /** Returns the code of an attempt, starting at 0. The next attempt is used if the previous code is taken. */
  readonly code: (attempt: number) => string
}

/**
 * Returns the identity. `round` is the number of earlier orders of the same subject: the same request under an expired
 * key is a new order. The id does not depend on the attempt; otherwise a code that becomes free after a loss of rows
 * would lead to another charge.
 */
export function identityOf(
  deps: { readonly ids: Ids; readonly orderIds: OrderIds },
  subject: OrderSubject,
  round: number,
  prefix: CodePrefix = 'SVC',
): OrderIdentity {
  if (subject === null) {
    return { id: orderIdOf(deps.ids.uuid()), code: () => newOrderCode(deps.ids, prefix) }
  }
  return {
    id: derivedId(deps.orderIds, subject, round),
    code: (attempt) => {
      const label = JSON.stringify(['code', subject, round, attempt])
      return newOrderCode({ randomInt: createIntegerSource(deps.orderIds, label) }, prefix)
    },
  }
}

export function derivedId(orderIds: OrderIds, subject: string, round: number): OrderId {
  return orderIdOf(derivedUuid(orderIds.bytes(JSON.stringify(['id', subject, round]))))
}

/** Whether the processor may have a charge under this id that is older than the order's row. */
export const isDerivedId = (orderId: OrderId): boolean => orderId.charAt(14) === '8'

/** Returns a source of uniform integers in [0, below), by rejection sampling; `below` is at most 256. */
function createIntegerSource(orderIds: OrderIds, label: string): (below: number) => number {
  let block = 0
  let bytes: Iterator<number> = [].values()
  return (below) => {
    const limit = 256 - (256 % below)
    for (;;) {
      const { value, done } = bytes.next()
      if (done === true) {
        bytes = orderIds.bytes(`${label}:${block}`).values()
        block += 1
      } else if (value < limit) {
        return value % below
      }
    }
  }
}
