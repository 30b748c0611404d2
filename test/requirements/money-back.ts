// Requirements of money that comes back: disputes, refunds made at the card processor, and what was bought with a payment that went back
// (decisions.md 54). Data only.
import { requirements } from './row.ts'

export const moneyBack = [
  ...requirements('Decisions: Money that comes back', {
    'dispute.held':
      'a disputed order is held, its print is stopped, and operators are told until when to answer',
    'dispute.not-refunded': 'nothing of a disputed order is refunded',
    'dispute.won': 'of a dispute that is won the money is back, and an operator releases the order',
    'dispute.lost': 'after a lost dispute nothing of it is left to refund; receipt and page say so',
    'dispute.reversed':
      'a dispute that was lost and is won after all leaves everything as it was, but for the fee',
    'dispute.beyond': 'what a lost dispute takes beyond what an order has left is a loss',
    'dispute.waits-for-refund': 'the end of a dispute waits for a refund that is on its way',
    'dispute.refund-returned':
      'a refund that the bank returns after a lost dispute leaves nothing to refund',
    'dispute.found': 'a dispute and its end are found without events',
    'dispute.inquiry': 'an inquiry holds the order and no money',
    'dispute.warning': 'a fraud warning holds an order that has not shipped',
    'refund.elsewhere':
      'a refund at the card processor counts as ours, once: ledger, mail, history, receipt, print',
    'refund.elsewhere-waits': 'one waits for a refund of ours that is on its way',
    'refund.elsewhere-found': 'one is found without events',
    'refund.elsewhere-returned': 'one that the bank returns is treated as any other',
    'purchase.taken-back':
      'a gift card or credits whose payment went back are taken back as far as they are unspent',
    'purchase.owed': 'what was spent is owed, and given back when the dispute is won',
    'purchase.taken-again':
      'a purchase whose dispute was won and is lost again is taken back again, once',
    'purchase.orders-held':
      'an order that such a gift card paid for waits for an operator, unless it has shipped',
    'purchase.repaid': 'what comes back to such a gift card repays the debt',
    'debt.owed-back':
      'a debt that was paid before its dispute was won is owed to the buyer, until it is paid back or credited',
    'debt.no-credit': 'who owes money buys and spends neither gift cards nor credits',
  }),
]
