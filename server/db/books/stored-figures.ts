// The stored figures of a closed month. Dates are stored as text.

import * as v from 'valibot'
import { disputeIdOf } from '../../domain/base/ids/dispute-id.ts'
import { payoutIdOf } from '../../domain/base/ids/payout-id.ts'
import { purchaseIdOf } from '../../domain/base/ids/purchase-id.ts'
import { type MonthFigures, transactionSubjects } from '../../domain/books/ports.ts'
import { ledgerAccounts, movementKinds } from '../../domain/money/movement.ts'
import { type JsonColumn, readJson } from '../core/values/json.ts'

const cents = v.number()
const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)
const account = v.picklist(ledgerAccounts)

const stored = v.object({
  days: v.array(
    v.object({
      day: v.string(),
      kind: v.picklist(movementKinds),
      debit: account,
      credit: account,
      cents,
      postageCents: cents,
    }),
  ),
  balances: v.array(v.object({ account, beforeCents: cents, endCents: cents })),
  payouts: v.array(
    v.object({
      id: v.pipe(v.string(), v.transform(payoutIdOf)),
      amountCents: cents,
      status: v.string(),
      automatic: v.boolean(),
      isComplete: v.boolean(),
      createdAt: moment,
      arrivesAt: moment,
      failure: v.nullable(v.string()),
      transactions: v.number(),
      foreignCents: cents,
      feeCents: cents,
    }),
  ),
  foreign: v.object({ transactions: v.number(), netCents: cents }),
  differences: v.array(
    v.object({
      part: v.picklist(transactionSubjects),
      objectId: v.string(),
      processorCents: cents,
      ledgerCents: cents,
      orderCode: v.nullable(v.string()),
      purchaseId: v.nullable(v.pipe(v.string(), v.transform(purchaseIdOf))),
      disputeId: v.nullable(v.pipe(v.string(), v.transform(disputeIdOf))),
      movedAt: moment,
      foundAt: moment,
      explanation: v.nullable(v.object({ text: v.string(), by: v.string(), at: moment })),
    }),
  ),
})

/** Parses the stored figures. Throws UnreadableColumn. */
export const figuresOf = (value: unknown, place: JsonColumn): MonthFigures =>
  readJson(stored, value, place)
