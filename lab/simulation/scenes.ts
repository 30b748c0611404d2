// Sequences of steps that are too rare in random runs.
import type { ProcessorFault } from './processor.ts'
import type { Action } from './steps.ts'

type SceneStep = Action & { readonly fault?: ProcessorFault; readonly calls?: number }

/** 0 is the newest order, page or event. */
export const scenes: readonly (readonly SceneStep[])[] = [
  // A charge arrives after the order was paid at the hosted page.
  [
    { act: 'submit', host: 0, buyer: 'paying', key: null, fault: 'late' },
    { act: 'wait', seconds: 60 },
    { act: 'work', host: 1 },
    { act: 'open payment', host: 1, order: 0 },
    { act: 'pay', page: 0 },
    { act: 'deliver', host: 2, event: 0, again: false },
    { act: 'arrive', call: 0 },
  ],
  // An order is paid after it was cancelled.
  [
    { act: 'submit', host: 0, buyer: 'cardless', key: 1 },
    { act: 'pay', page: 0 },
    { act: 'close', host: 1, order: 0, withRefund: false },
    { act: 'deliver', host: 2, event: 0, again: false },
  ],
  // The payment of a cancelled order is refunded in part, and all of it is disputed.
  [
    { act: 'submit', host: 0, buyer: 'cardless', key: 1 },
    { act: 'pay', page: 0, calls: 0 },
    { act: 'close', host: 1, order: 0, withRefund: false },
    { act: 'refund elsewhere', payment: 0, share: 'part', calls: 0 },
    { act: 'dispute', payment: 0, inquiry: false, share: 'all', calls: 0 },
    { act: 'decide dispute', dispute: 0, to: 'lost' },
  ],
  // A request is repeated after its rows were lost.
  [
    { act: 'copy rows' },
    { act: 'submit', host: 0, buyer: 'paying', key: 0 },
    { act: 'deliver', host: 2, event: 0, again: false },
    { act: 'lose rows' },
    { act: 'submit', host: 1, buyer: 'paying', key: 0 },
  ],
  // A host dies while it delivers what was bought.
  [
    { act: 'buy', host: 0, goods: 'credits' },
    { act: 'pay', page: 0 },
    { act: 'deliver', host: 0, event: 0, again: false },
    { act: 'crash', host: 0 },
  ],
  // The outcome of a refund is unknown.
  [
    { act: 'submit', host: 0, buyer: 'paying', key: null },
    { act: 'refund', host: 1, order: 0, share: 'part', key: 0, fault: 'late' },
    { act: 'wait', seconds: 60 },
    { act: 'work', host: 2 },
    { act: 'arrive', call: 0 },
  ],
  // The bank returns the card part of a refund, and the request is repeated. The order of key 9 has 37 parts for
  // $44.00: a third of it is more than the $10.00 of the gift card, and could be refunded twice.
  [
    { act: 'check out', host: 0, key: 9, withGiftCard: true },
    { act: 'pay', page: 0 },
    { act: 'deliver', host: 1, event: 0, again: false },
    { act: 'refund', host: 2, order: 0, share: 'part', key: 0 },
    { act: 'return refund', refund: 0 },
    { act: 'deliver', host: 0, event: 0, again: false },
    { act: 'refund', host: 1, order: 0, share: 'part', key: 0 },
  ],
  // An order with a gift card's share is closed more than once.
  [
    { act: 'check out', host: 0, key: 1, withGiftCard: true },
    { act: 'close', host: 1, order: 0, withRefund: false },
    { act: 'close', host: 2, order: 0, withRefund: false },
  ],
  // The rest of an order is paid at the hosted page.
  [
    { act: 'check out', host: 0, key: 1, withGiftCard: true },
    { act: 'pay', page: 0 },
    { act: 'deliver', host: 1, event: 0, again: false },
  ],
  // A request stalls before its charge, and its key is taken over.
  [
    { act: 'submit', host: 0, buyer: 'paying', key: 0, calls: 4 },
    { act: 'wait', seconds: 60, calls: 0 },
    { act: 'submit', host: 1, buyer: 'paying', key: 0 },
  ],
  // Another process takes over a generation.
  [
    { act: 'generate', host: 0 },
    { act: 'run job', host: 1, job: 0 },
    { act: 'wait', seconds: 60 },
    { act: 'run job', host: 2, job: 0 },
  ],
  // The payment of an order in the print queue is disputed, and the bank changes its decision.
  [
    { act: 'submit', host: 0, buyer: 'paying', key: null },
    { act: 'queue', host: 1, order: 0 },
    { act: 'dispute', payment: 0, inquiry: false, share: 'rest' },
    { act: 'deliver', host: 2, event: 0, again: false },
    { act: 'decide dispute', dispute: 0, to: 'lost' },
    { act: 'deliver', host: 0, event: 0, again: false },
    { act: 'decide dispute', dispute: 0, to: 'won' },
  ],
  // The payment of a gift card is disputed after the card was spent.
  [
    { act: 'buy', host: 0, goods: 'gift card' },
    { act: 'pay', page: 0 },
    { act: 'deliver', host: 1, event: 0, again: false },
    { act: 'check out', host: 2, key: 1, withGiftCard: true },
    { act: 'dispute', payment: 0, inquiry: false, share: 'all' },
    { act: 'deliver', host: 0, event: 0, again: false },
    { act: 'decide dispute', dispute: 0, to: 'won' },
  ],
  // The payment of a gift card is refunded after the card was spent, and an operator closes the debt.
  [
    { act: 'buy', host: 0, goods: 'gift card' },
    { act: 'pay', page: 0 },
    { act: 'deliver', host: 1, event: 0, again: false },
    { act: 'check out', host: 2, key: 0, withGiftCard: true },
    { act: 'refund elsewhere', payment: 0, share: 'rest' },
    { act: 'deliver', host: 0, event: 0, again: false },
    { act: 'close debt', host: 1, debt: 0, how: 'settled' },
  ],
  // The debt of a spent gift card is paid, its dispute is won, and then lost again before the money was repaid.
  [
    { act: 'buy', host: 0, goods: 'gift card' },
    { act: 'pay', page: 0 },
    { act: 'deliver', host: 1, event: 0, again: false },
    { act: 'check out', host: 2, key: 1, withGiftCard: true },
    { act: 'dispute', payment: 0, inquiry: false, share: 'all' },
    { act: 'deliver', host: 0, event: 0, again: false },
    { act: 'close debt', host: 1, debt: 0, how: 'settled' },
    { act: 'decide dispute', dispute: 0, to: 'won' },
    { act: 'deliver', host: 0, event: 0, again: false },
    { act: 'decide dispute', dispute: 0, to: 'lost' },
    { act: 'deliver', host: 2, event: 0, again: false },
    { act: 'decide dispute', dispute: 0, to: 'won' },
    { act: 'deliver', host: 1, event: 0, again: false },
    { act: 'pay back', host: 1, debt: 0, how: 'paid_back' },
  ],
  // Credits are refunded in part, spent, and disputed.
  [
    { act: 'buy', host: 0, goods: 'credits' },
    { act: 'pay', page: 0 },
    { act: 'deliver', host: 1, event: 0, again: false },
    { act: 'generate', host: 2 },
    { act: 'refund elsewhere', payment: 0, share: 'part' },
    { act: 'dispute', payment: 0, inquiry: false, share: 'all' },
    { act: 'deliver', host: 0, event: 0, again: false },
  ],
  // A refund in the processor's dashboard, while one of ours is pending.
  [
    { act: 'submit', host: 0, buyer: 'paying', key: null },
    { act: 'queue', host: 1, order: 0 },
    { act: 'refund', host: 1, order: 0, share: 'part', key: 0, fault: 'late' },
    { act: 'refund elsewhere', payment: 0, share: 'rest' },
    { act: 'deliver', host: 2, event: 0, again: false },
    { act: 'arrive', call: 0 },
  ],
  // A refund of a disputed order with a gift card's share, before the dispute is known.
  [
    { act: 'check out', host: 0, key: 9, withGiftCard: true },
    { act: 'pay', page: 0 },
    { act: 'deliver', host: 1, event: 0, again: false },
    { act: 'dispute', payment: 0, inquiry: false, share: 'rest' },
    { act: 'refund', host: 2, order: 0, share: 'part', key: 0 },
    { act: 'deliver', host: 0, event: 0, again: false },
    { act: 'refund', host: 1, order: 0, share: 'part', key: 0 },
  ],
  // Such an order is refunded in full.
  [
    { act: 'check out', host: 0, key: 9, withGiftCard: true },
    { act: 'pay', page: 0 },
    { act: 'deliver', host: 1, event: 0, again: false },
    { act: 'dispute', payment: 0, inquiry: false, share: 'rest' },
    { act: 'refund', host: 2, order: 0, share: 'all', key: 0 },
  ],
  // A payment is disputed while the order is printed.
  [
    { act: 'submit', host: 0, buyer: 'paying', key: null },
    { act: 'queue', host: 1, order: 0 },
    { act: 'dispute', payment: 0, inquiry: true, share: 'rest' },
    { act: 'deliver', host: 2, event: 0, again: false },
  ],
  // A bank sends a warning while the order is printed.
  [
    { act: 'submit', host: 0, buyer: 'paying', key: null },
    { act: 'queue', host: 1, order: 0 },
    { act: 'warn of fraud', payment: 0 },
    { act: 'deliver', host: 2, event: 0, again: false },
  ],
  // The outcome of a charge is unknown, and its customer is deleted.
  [
    { act: 'submit', host: 0, buyer: 'paying', key: null, fault: 'lost' },
    { act: 'delete customer', buyer: 'paying' },
    { act: 'wait', seconds: 60 },
    { act: 'work', host: 1 },
  ],
]
