// What needs an operator now: work that has stopped, and money that is not settled.

export const attentionKinds = [
  /** A charge or refund whose outcome the card processor has not confirmed. */
  'unsettled_charge',
  'unsettled_refund',
  'unsettled_purchase_refund',
  /** A refund that the bank returned, until it is requested again or an operator says that it was dealt with. */
  'returned_refund',
  /** A dispute whose bank waits for an answer. */
  'dispute',
  /** A payment that a bank reported as fraud, until it is refunded or an operator has dealt with it. */
  'fraud_warning',
  /** A buyer whose payment went back after its gift card or credits were spent. */
  'open_debt',
  /** A buyer who paid a debt before the payment of the purchase came back. */
  'owed_to_buyer',
  /** A payment that the card processor announced and whose order is not in the database. */
  'payment_without_order',
  /** A payment that its order cannot use, and that is not refunded yet. */
  'unusable_payment',
  /** A paid order that was cancelled or rejected and whose money was not all refunded. */
  'kept_payment',
  /** A balance that differs from the ledger of money. */
  'ledger_difference',
  /** An amount at the card processor that differs from the ledger of money, until it is explained. */
  'tie_out_difference',
  'late_order',
  'held_order',
  /** A sliced file with a command that no print needs. */
  'order_to_review',
  /** A queued plate that the slicer refuses, or cannot slice. */
  'unsliced_plate',
  /** Plates that wait for the slicer longer than it ever takes: it is broken, or no worker runs. */
  'waiting_slices',
  /** The processes that settle, mail, slice and generate. */
  'no_worker',
  /** A print job whose attempts all failed. */
  'failed_print_job',
  /** A printer that lost contact while it had a job. */
  'silent_printer',
  /** A printer in service without contact that had no job. */
  'offline_printer',
  /** A printer that is paused or has an error. */
  'stopped_printer',
  /** A plate that is not cleared for half an hour. */
  'full_plate',
  /** A customer who waits for a reply. */
  'waiting_ticket',
  /** A mail that is not sent after ten minutes. */
  'unsent_mail',
  /** A generation that failed on our side in the last day. */
  'failed_generation',
] as const

export type AttentionKind = (typeof attentionKinds)[number]

export type AttentionItem = {
  /** Unique within its kind, without spaces: an order's code, a ticket's number, the id of a refund,
   * payment, mail, job or balance, or a digest of a printer's name. */
  readonly key: string
  /** The order's code, a mail's subject, a ticket's number, a plate, a printer, or the id of a job or payment. */
  readonly subject: string
  /** When it began to wait; for a late order, when it should have shipped. */
  readonly since: Date
  /** The reason of a hold or failure, or an address; null where there is nothing to add. */
  readonly detail: string | null
}

export type AttentionGroup = {
  readonly kind: AttentionKind
  readonly count: number
  /** The oldest ones, oldest first; at most five. */
  readonly items: readonly AttentionItem[]
}

export const attentionCount = (groups: readonly AttentionGroup[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)
