// Bugs that the simulation must find: each breaks one rule of the money in a copy of the sources.

import type { Bug } from '../lib/bug.ts'

/**
 * lab/mutations breaks two other rules instead, because no history shows the violation: no second payment occurs any
 * more, since a charge is repeated under its key, and a refund that wrongly counts as failed is corrected by its
 * event, its payment's review and the search.
 */
export const bugs: readonly Bug[] = [
  {
    name: 'a second payment replaces the first',
    file: 'server/db/orders/charge/mark-paid.ts',
    search: '(not paid and status in (',
    replace: '(true or status in (',
  },
  {
    name: 'a late payment opens a cancelled order again',
    file: 'server/db/orders/charge/mark-paid.ts',
    search: '(not paid and status in (',
    replace: "(not paid and '' not in (",
  },
  {
    name: 'the id of a retried order is random',
    file: 'server/domain/orders/record/identity.ts',
    search: 'if (subject === null) {\n    return {',
    replace: "if (subject !== '') {\n    return {",
  },
  {
    name: 'a repeated charge has another key',
    file: 'server/adapters/payments/charge.ts',
    search: '{ idempotencyKey: `order:',
    replace: '{ idempotencyKey: crypto.randomUUID() + `order:',
  },
  {
    name: 'the payment of a closed order is kept',
    file: 'server/domain/orders/charge/settle-order.ts',
    search: "    case 'closed':\n    case 'wrong_amount': {",
    replace: "    case 'closed':\n      return outcome.order\n    case 'wrong_amount': {",
  },
  {
    name: 'charges without a response are never looked up',
    file: 'server/db/orders/charge/unsettled-orders.ts',
    search: 'isChargeUnsettled} and charge_retry_at is null',
    replace: "sql.raw(`charge_state in ('started')`)} and charge_retry_at is null",
  },
  {
    name: 'a repeated refund asks for the whole amount again',
    file: 'server/domain/orders/refund/refund-order.ts',
    search: 'const amountCents = requestedCents - totalOf(movedSoFar)',
    replace: 'const amountCents = requestedCents + 0 * totalOf(movedSoFar)',
    also: {
      file: 'server/db/migrations/0040-0069/0058-refunds.additive.ts',
      search: 'if moved + new.amount_cents > requested then',
      replace: 'if false then',
    },
  },
  {
    name: 'the share of a gift card is expected from the payment as well',
    file: 'server/db/orders/charge/mark-paid.ts',
    search: 'total_cents - gift_cents =',
    replace: 'total_cents =',
  },
  {
    name: 'a purchase is delivered by every event',
    file: 'server/db/gift-cards/purchases.ts',
    search: ".where('state', '=', 'open')\n    .where('amount_cents'",
    replace: ".where('amount_cents'",
  },
  {
    name: 'a share returns as often as its order is closed',
    file: 'server/db/orders/gift-shares.ts',
    search: 'if (added === 1n) await changeBalance',
    replace: 'await changeBalance',
  },
  {
    name: 'a retry replaces the stored response',
    file: 'server/db/orders/idempotency-keys.ts',
    search: ' and answer is null\n    returning key`',
    replace: '\n    returning key`',
    // Two submits have to hold one key in turn.
    runs: 4000,
  },
  {
    name: 'a generation that failed keeps its credits',
    file: 'server/db/generation/finish-generation-job.ts',
    search: 'if (credits !== null) await',
    replace: 'if (credits === 0) await',
  },
  {
    name: 'payments without an order are not searched for',
    file: 'server/wiring/worker/worker-round.ts',
    search: '    payment_search: () => searchPayments(deps),\n',
    replace: '',
  },
  {
    name: "the gift card's part of a refused refund moves",
    file: 'server/db/orders/refund/refund-settling.ts',
    search: "const keepsPart = outcome.kind !== 'failed' || (await hasMovedPart(tx, before))",
    replace:
      "const keepsPart = outcome.kind !== 'failed' || (await hasMovedPart(tx, before)) || true",
  },
  {
    name: "a refund made elsewhere is found by the processor's id no more",
    file: 'server/db/disputes/apply-refunds.ts',
    search: "where('processor_refund_id', '=', processorRefundId)",
    replace: "where('processor_refund_id', '=', 'none')",
    also: {
      file: 'server/db/disputes/apply-refunds.ts',
      search: '      request_key: processorRefundId,',
      replace: '      request_key: crypto.randomUUID(),',
    },
  },
  {
    name: 'a refund made elsewhere does not stop the print',
    file: 'server/db/disputes/apply-refunds.ts',
    search: '  await withdraw(order, processor)\n',
    replace: '',
  },
  {
    name: 'a won dispute does not come back',
    file: 'server/domain/orders/disputes/dispute-movements.ts',
    search: ": [{ kind: 'dispute_won', debit: 'processor', credit: 'disputed', cents: -cents }]",
    replace: ': []',
  },
  {
    name: 'the fee of a dispute is booked again',
    file: 'server/domain/orders/disputes/dispute-movements.ts',
    search: "...source('fee'),",
    replace: "...source('fee' + movements.length),",
  },
  {
    name: 'the loss of a dispute that was won after all is kept',
    file: 'server/db/disputes/dispute-losses.ts',
    search: 'if (isDisputeOpen(status)) return',
    replace: "if (status !== 'lost') return",
  },
  {
    name: 'a refund that the bank returned cannot be made again',
    file: 'server/db/orders/refund/refund-settling.ts',
    search: 'movedCents(after) - movedCents(before)',
    replace: 'Math.max(0, movedCents(after) - movedCents(before))',
  },
  {
    name: 'more than the unspent value of a gift card is withdrawn',
    file: 'server/db/disputes/returned-gift-card.ts',
    search: 'Math.min(returned.cents, card.balance_cents)',
    replace: 'Math.max(returned.cents, card.balance_cents)',
  },
  {
    name: 'spent value becomes no debt',
    file: 'server/db/disputes/purchase-returns.ts',
    search: 'if (taken.cents < more && ',
    replace: 'if (taken.cents > more && ',
  },
  {
    name: 'a won dispute gives a gift card and credits nothing back',
    file: 'server/db/disputes/purchase-returns.ts',
    search: 'await restoreWithdrawn(applying, purchase, dispute.id)',
    replace: "await restoreWithdrawn(applying, purchase, '')",
  },
  {
    name: 'a disputed order is not held',
    file: 'server/domain/orders/disputes/hold-plan.ts',
    search: '(isNew && order.hold === null)',
    replace: '(isNew && order.hold !== null)',
  },
  {
    name: 'a disputed order is printed on',
    file: 'server/domain/orders/disputes/hold-plan.ts',
    search: 'withdraw: isNew ? { reason } : null,',
    replace: 'withdraw: null,',
  },
  {
    name: 'an order is printed on although the payment of its gift card was reversed',
    file: 'server/db/disputes/purchase-returns.ts',
    search: '    await holdGiftOrders(applying, orders)\n',
    replace: '',
  },
  {
    name: 'a disputed order is refunded',
    file: 'server/domain/orders/refund/refund-order.ts',
    search: 'if (order.disputedCents > 0)',
    replace: 'if (order.disputedCents < 0)',
    also: {
      file: 'server/db/orders/refund/refunds.ts',
      search: "    .where('disputed_cents', '=', 0)\n",
      replace: '',
    },
  },
]
