// Work that needs an operator now, because it has stopped or its money is not settled.

/** Time after which an unsent email needs attention. */
export const lateMailMinutes = 10

export const attentionKinds = [
  /** A charge or refund whose outcome the card processor has not confirmed. */
  'unsettled_charge',
  'unsettled_refund',
  'unsettled_purchase_refund',
  /** A refund that the bank returned, until it is requested again or an operator marks it as resolved. */
  'returned_refund',
  /** A dispute that awaits evidence for the bank. */
  'dispute',
  /** A payment that a bank reported as fraud, until it is refunded or an operator resolves it. */
  'fraud_warning',
  /** A buyer whose payment was reversed after the gift card or credits were spent. */
  'open_debt',
  /** A buyer who paid a debt, after which the purchase's payment was returned to the shop. */
  'owed_to_buyer',
  /** A payment that the card processor reported and whose order is not in the database. */
  'payment_without_order',
  /** A payment that its order cannot use, until it is refunded. */
  'unusable_payment',
  /** A paid order that was cancelled or rejected without a full refund. */
  'kept_payment',
  /** A balance that differs from the ledger of money. */
  'ledger_difference',
  /** An amount at the card processor that differs from the ledger of money, until it is explained. */
  'tie_out_difference',
  'late_order',
  'held_order',
  /** A sliced file with a command that no print needs. */
  'order_to_review',
  /** A label whose purchase the carrier service does not confirm. */
  'label_purchase',
  /** A queued plate that the slicer refuses or cannot slice. */
  'unsliced_plate',
  /** Plates that have waited for the slicer longer than it ever takes: the slicer is broken, or no worker runs. */
  'waiting_slices',
  /** Workers settle payments, send emails, slice and generate. None is running. */
  'no_worker',
  /** A print job whose attempts all failed. */
  'failed_print_job',
  /** A printer that lost contact during a job. */
  'silent_printer',
  /** A printer in service that lost contact without a job. */
  'offline_printer',
  /** A paused printer or a printer with an error. */
  'stopped_printer',
  /** A plate that has not been cleared for half an hour. */
  'full_plate',
  /** A ticket whose customer waits for a reply. */
  'waiting_ticket',
  /** An email that was not sent within `lateMailMinutes`. */
  'unsent_mail',
  /** A generation that failed within the last day because of the service. */
  'failed_generation',
] as const

export type AttentionKind = (typeof attentionKinds)[number]

export type AttentionItem = {
  /**
   * Unique within its kind, without spaces: an order code, a ticket number, the id of a refund, payment, email, job or
   * balance, or a digest of a printer's name.
   */
  readonly key: string
  /** An order code, an email subject, a ticket number, a plate, a printer, or the id of a job or payment. */
  readonly subject: string
  /** When the wait began; for a late order, when it should have shipped. */
  readonly since: Date
  /** The reason for a hold or failure, or an address; null if there is no further detail. */
  readonly detail: string | null
}

export type AttentionGroup = {
  readonly kind: AttentionKind
  readonly count: number
  /** At most five, oldest first. */
  readonly items: readonly AttentionItem[]
}

export const attentionCount = (groups: readonly AttentionGroup[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)
