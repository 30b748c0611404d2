// Documents about decisions that a bank makes more than once: only a decision changes them, not the period of another
// review.
import { expect, test } from 'bun:test'
import { createBillingDocuments } from '../../server/db/billing/documents.ts'
import { issueDocuments } from '../../server/domain/billing/issue-documents.ts'
import type { DisputeMovement, DisputeStatus } from '../../server/domain/payments/returns.ts'
import { disputeRecord, moved, recordOf, useReturns } from './money/returns-fixture.ts'

const kit = useReturns()
const { database, me, reviewed, paidOrder, paidCard, paidCredits } = kit

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const issue = () =>
  issueDocuments(
    {
      billing: { seller: [], documentSeller: ['Boxes & Co.'], taxRates: new Map() },
      billingDocuments: createBillingDocuments(database.db, { timeZone: 'UTC', log: silent }),
      log: silent,
    },
    0,
  )

/** Returns [kind, cents, text] of its corrections, in the order of issue. */
async function corrections(id: string): Promise<unknown[]> {
  await issue()
  const { rows } = await database.pool.query(
    `select kind, total_cents, content #>> '{lines,0,text}' as text from billing_documents
      where $1 in (order_id::text, purchase_id::text) and kind <> 'invoice' order by number`,
    [id],
  )
  return rows.map(({ kind, total_cents, text }) => [kind, total_cents, text])
}

const credited = ['credit_note', 800, 'Refund: The payment was disputed']
const cancelled = ['cancellation', 800, 'The dispute was won']

test.each([
  ['order', paidOrder],
  ['gift card', () => paidCard(800)],
  ['credits', async () => await paidCredits(me)],
] as const)('%s', async (what, pay) => {
  const { id, payment } = await pay()
  const cents = what === 'credits' ? 2000 : 800
  const dispute = disputeRecord(`du_${payment}`, { amountCents: cents })
  const movements: DisputeMovement[] = [...dispute.movements]
  const becomes = async (status: DisputeStatus, movedCents = 0) => {
    if (movedCents !== 0) movements.push(moved(`txn_${payment}_${movements.length}`, movedCents))
    await reviewed(recordOf(payment, { disputes: [{ ...dispute, status, movements }] }))
    return await corrections(id)
  }
  const [note, cancellation] = [credited, cancelled].map(([kind, , text]) => [kind, cents, text])
  expect(await becomes('needs_response')).toEqual([])
  expect(await becomes('lost')).toEqual([note])
  // An appeal, during which the bank may return the money temporarily.
  expect(await becomes('under_review')).toEqual([note])
  expect(await becomes('under_review', -cents)).toEqual([note])
  expect(await becomes('under_review', cents)).toEqual([note])
  expect(await becomes('lost')).toEqual([note])
  expect(await becomes('under_review')).toEqual([note])
  expect(await becomes('won', -cents)).toEqual([note, cancellation])
  expect(await becomes('under_review', cents)).toEqual([note, cancellation])
  expect(await becomes('lost')).toEqual([note, cancellation, note])
  expect(await becomes('won', -cents)).toEqual([note, cancellation, note, cancellation])
})

test('every balance agrees with the ledger', async () => {
  expect(await kit.differences()).toEqual([])
})
