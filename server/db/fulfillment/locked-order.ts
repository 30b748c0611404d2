// Reads and writes of one order within the transaction that locks its row.

import type { LockedOrder } from '../../domain/fulfillment/ports.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { Tx } from '../core/connect.ts'
import { countGoodParts } from '../farm/job-lists.ts'
import { queueLocked } from '../farm/job-queue.ts'
import {
  type CacheOptions,
  createPrintEstimates,
  readMeasurementIn,
} from '../models/cached-outcomes.ts'
import type { MailPlace } from '../orders/mail/order-mails.ts'
import { changeStatus } from '../orders/order-progress.ts'
import { changesSince } from '../orders/rows/order-events.ts'
import type { OnWithdrawn, Withdraw } from '../orders/rows/order-jobs.ts'
import { createOrderLines } from '../orders/rows/order-lines.ts'
import { changeWork } from './change-work.ts'

export type LockOptions = {
  readonly cache: CacheOptions
  readonly mailPlace: MailPlace
  readonly onWithdrawn?: OnWithdrawn
}

export function lockedOrder(
  tx: Tx,
  order: Order,
  {
    by,
    withdraw,
    cache,
    mailPlace,
  }: Pick<LockOptions, 'cache' | 'mailPlace'> & {
    readonly by: string
    readonly withdraw: Withdraw
  },
): LockedOrder {
  return {
    order,
    orders: { changesSince: (id, version) => changesSince(tx, cache.log, id, version) },
    orderLines: createOrderLines(tx),
    measurements: { read: (key) => readMeasurementIn(tx, cache, key) },
    printEstimates: createPrintEstimates(tx, cache),
    goodParts: async () => (await countGoodParts(tx, [order.id])).get(order.id),
    changeWork: (change) => changeWork(tx, order, { change, by }),
    setStatus: (change) =>
      changeStatus(tx, order, { ...change, by }, { withdraw, place: mailPlace }),
    queue: (plan) => queueLocked(tx, order, { ...plan, by, accept: true }),
  }
}
