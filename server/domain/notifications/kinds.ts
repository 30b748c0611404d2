// Events of which operators are notified by email (decisions.md 44). Each kind is one notification key.

import { durationText } from '../base/time/duration-text.ts'
import { silentText } from '../base/time/silence.ts'
import { latePurchaseMinutes } from '../carriers/end-purchase.ts'

export type NotificationKind = keyof typeof notificationKinds

/** Time that a charge, and writing the order of a received payment, may take. Earlier ones are not listed for attention. */
export const settlingSeconds = 120

/** Time without a report after which no worker is running. Workers report every `roundSeconds`; a restart takes less than this. */
export const workerAbsentSeconds = 120
/** `workerAbsentSeconds` in words. */
export const workerAbsentText = durationText(workerAbsentSeconds)

/** Time after which open charges, refunds, and plates waiting for the slicer are reported. */
export const lateMinutes = 15

/** `label`: text in the settings. `subject`: email subject for one or several events. `path`: the page to resolve it. */
export const notificationKinds = {
  unsettled_charge: {
    label: `A charge is not settled after ${lateMinutes} minutes`,
    subject: ['A charge is not settled', 'charges are not settled'],
    path: '/operator/money',
  },
  payment_without_order: {
    label: 'A payment has no order',
    subject: ['A payment has no order', 'payments have no order'],
    path: '/operator/money/unmatched',
  },
  unusable_payment: {
    label: 'A payment that its order cannot use is not refunded',
    subject: ['A payment is not refunded', 'payments are not refunded'],
    path: '/operator/money/unmatched',
  },
  returned_refund: {
    label: 'A bank returned a refund',
    subject: ['A refund was returned', 'refunds were returned'],
    path: '/operator/money#refunds',
  },
  dispute: {
    label: 'A bank disputes a payment, or decides about it',
    subject: ['A payment is disputed', 'payments are disputed'],
    path: '/operator/disputes',
  },
  fraud_warning: {
    label: 'A bank reports a payment as fraud',
    subject: ['A payment was reported as fraud', 'payments were reported as fraud'],
    path: '/operator/disputes',
  },
  open_debt: {
    label: 'The payment of used gift cards or credits was reversed',
    subject: ['A buyer owes money', 'buyers owe money'],
    path: '/operator/purchases',
  },
  owed_to_buyer: {
    label: 'A buyer is owed money that was paid for a debt',
    subject: ['A buyer is owed money', 'buyers are owed money'],
    path: '/operator/purchases',
  },
  late_order: {
    label: 'An order is late',
    subject: ['An order is late', 'orders are late'],
    path: '/operator/queue?late=yes',
  },
  order_needs_review: {
    label: 'An order is held or its file was rejected',
    subject: ['An order needs a decision', 'orders need a decision'],
    path: '/operator/queue?held=yes',
  },
  label_purchase: {
    label: `The purchase of a label is not confirmed after ${latePurchaseMinutes} minutes`,
    subject: ['The purchase of a label is not confirmed', 'purchases of labels are not confirmed'],
    path: '/operator#attention',
  },
  waiting_ticket: {
    label: 'A customer waits for a reply',
    subject: ['A customer waits for a reply', 'customers wait for a reply'],
    path: '/operator/tickets',
  },
  failed_mail: {
    label: 'An email cannot be sent',
    subject: ['An email cannot be sent', 'emails cannot be sent'],
    path: '/operator/mail?state=failing',
  },
  failed_generation: {
    label: 'A generation failed because of the service',
    subject: ['A generation failed', 'generations failed'],
    path: '/operator/failed',
  },
  engine_budget: {
    label: 'An engine has used up the budget of the day',
    subject: ['An engine has used up its budget', 'engines have used up their budget'],
    path: '/operator/system',
  },
  vendor_balance: {
    label: 'The balance at an engine vendor is low',
    subject: ['The balance at a vendor is low', 'balances at vendors are low'],
    path: '/operator/system',
  },
  gallery_report: {
    label: 'A model of the gallery was reported',
    subject: ['A model was reported', 'models were reported'],
    path: '/operator/gallery',
  },
  withheld_result: {
    label: 'A generated model was refused or not moderated',
    subject: ['A generated model waits for a decision', 'generated models wait for a decision'],
    path: '/operator/withheld',
  },
  failed_task: {
    label: 'A background task keeps failing',
    subject: ['A background task keeps failing', 'background tasks keep failing'],
    path: '/operator/failed',
  },
  saturated_pool: {
    label: 'A pool refused requests',
    subject: ['A pool refuses requests', 'pools refuse requests'],
    path: '/operator/system',
  },
  failed_print_job: {
    label: 'A print job failed',
    subject: ['A print job failed', 'print jobs failed'],
    path: '/operator/jobs',
  },
  waiting_slices: {
    label: `Plates have been waiting for the slicer for ${lateMinutes} minutes`,
    subject: ['Plates are waiting for the slicer', 'plates are waiting for the slicer'],
    path: '/operator/jobs?view=unsliced',
  },
  silent_printer: {
    label: 'A printer with a job has lost contact',
    subject: ['A printer is silent', 'printers are silent'],
    path: '/operator/printers',
  },
  stopped_printer: {
    label: `A printer has been paused for ${silentText}`,
    subject: ['A printer is paused', 'printers are paused'],
    path: '/operator/printers',
  },
  printer_error: {
    label: 'A printer has an error',
    subject: ['A printer has an error', 'printers have an error'],
    path: '/operator/printers',
  },
  second_factor_reset: {
    label: 'A second factor was reset',
    subject: ['A second factor was reset', 'second factors were reset'],
    path: '/operator/settings',
  },
} as const satisfies Record<
  string,
  { readonly label: string; readonly subject: readonly [string, string]; readonly path: string }
>
