// Requirements of reversed money: disputes, refunds made at the card processor, and purchases with a reversed payment
// (decisions.md 54). Data only.
import { requirements } from './row.ts'

export const moneyBack = [
  ...requirements('Decisions: Money that comes back', {
    'dispute.held':
      'a disputed order is held, its print is stopped, and operators are informed of the deadline for a response',
    'dispute.not-refunded': 'nothing of a disputed order is refunded',
    'dispute.won': 'a won dispute returns the money, and an operator releases the order',
    'dispute.lost': 'after a lost dispute nothing of it is left to refund; receipt and page say so',
    'dispute.reversed':
      'a dispute that was lost and is won later restores everything except the fee',
    'dispute.beyond': 'the part of a lost dispute that exceeds the rest of an order is a loss',
    'dispute.waits-for-refund':
      'a dispute is not closed while a refund of its order is in progress',
    'dispute.refund-returned':
      'a refund that the bank returns after a lost dispute leaves nothing to refund',
    'dispute.found': 'a dispute and its end are found without events',
    'dispute.inquiry': 'an inquiry holds the order and no money',
    'dispute.warning': 'a fraud warning holds an order that has not shipped',
    'refund.elsewhere':
      'a refund at the card processor is recorded like one of ours, once: ledger, mail, history, receipt, print',
    'refund.elsewhere-waits':
      'a refund at the card processor waits while a refund of ours is in progress',
    'refund.elsewhere-found': 'a refund at the card processor is found without events',
    'refund.elsewhere-returned':
      'a refund at the card processor that the bank returns is treated like any other',
    'purchase.taken-back':
      'a gift card or credits whose payment was reversed are withdrawn as far as they are unspent',
    'purchase.owed': 'the spent value is owed, and returned when the dispute is won',
    'purchase.taken-again':
      'a purchase whose dispute was won and is lost again is withdrawn again, once',
    'purchase.orders-held':
      'an order that such a gift card paid for waits for an operator, unless it has shipped',
    'purchase.repaid': 'money returned to such a gift card repays the debt',
    'debt.owed-back':
      'a debt that was paid before its dispute was won is owed to the buyer, until it is paid back or credited',
    'debt.no-credit': 'who owes money buys and spends neither gift cards nor credits',
  }),
]
