// Readiness probe: checks whether an order could be written now. A read-only query succeeds even when no order can be placed, for example
// when the server's procedural language was replaced while it was running, or a trigger of the orders fails.

import { randomInt, randomUUID } from 'node:crypto'
import { noBuyerDetails } from '../../domain/accounts/buyer.ts'
import { accountIdOf } from '../../domain/base/caller.ts'
import { orderIdOf } from '../../domain/base/ids/order-id.ts'
import { defaultPrintOptions } from '../../domain/catalog/options.ts'
import { newOrderCode } from '../../domain/orders/record/code.ts'
import type { NewOrder } from '../../domain/orders/record/order.ts'
import { ensureAccount } from '../accounts/accounts.ts'
import type { Db } from '../core/connect.ts'
import { insertOrder } from '../orders/order-insert.ts'

/** How long a result is cached. A write costs more than a read, so a success is cached for longer than a failure. */
const keptMs = { written: 30_000, failed: 3_000 } as const

type CachedProbe = { readonly result: Promise<void>; until: number }

/**
 * Creates the probe. It writes an order of a temporary account, with all triggers and constraints, and rolls both back. Throws the
 * database's error when that fails, for example on a read-only server. At most one attempt runs at a time. A success is cached for 30
 * seconds, a failure for 3.
 */
export function createOrderProbe(db: Db, now: () => number = () => performance.now()) {
  let last: CachedProbe | null = null
  return (): Promise<void> => {
    if (last !== null && now() < last.until) return last.result
    const attempt: CachedProbe = { result: tryToWrite(db), until: Number.POSITIVE_INFINITY }
    last = attempt
    attempt.result.then(
      () => {
        attempt.until = now() + keptMs.written
      },
      () => {
        attempt.until = now() + keptMs.failed
      },
    )
    return attempt.result
  }
}

/** Rolls back the transaction in which it is thrown. */
class RolledBack extends Error {}

async function tryToWrite(db: Db): Promise<void> {
  const id = randomUUID()
  try {
    await db.transaction().execute(async (tx) => {
      await ensureAccount(tx, id, `${id}@localhost`)
      await insertOrder(tx, probeOrder(id), null)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
}

const probeOrder = (id: string): NewOrder => ({
  id: orderIdOf(id),
  code: newOrderCode({ randomInt: (below) => randomInt(below) }),
  accountId: accountIdOf(id),
  source: 'rest',
  options: defaultPrintOptions,
  address: {
    recipientName: 'Readiness',
    street1: 'Readiness',
    street2: null,
    city: 'Readiness',
    state: 'CA',
    zip: '94000',
    country: 'US',
    email: 'readiness@localhost',
    phone: null,
  },
  buyer: noBuyerDetails,
  reference: null,
  price: {
    printCents: 100,
    shippingCents: 700,
    totalCents: 800,
    gramsPerPart: 1,
    centihoursPerPart: 1,
  },
  file: {
    uri: 'none',
    fileName: 'readiness.stl',
    sha256: '0'.repeat(64),
    sizeBytes: 84,
    format: 'stl',
  },
  size: null,
  idempotencyKey: null,
  payment: { kind: 'no_card', credential: 'api_key' },
  fileReview: null,
})
