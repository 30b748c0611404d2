// Ports for operator actions other than on orders: wall links, the action log, boards of money, email and failed work,
// and messages to customers.

import type { AccountDeps } from '../accounts/ports.ts'
import type { OrderId } from '../base/ids/order-id.ts'
import type { PaymentId } from '../base/ids/payment-id.ts'
import type { BooksDeps } from '../books/ports.ts'
import type { GenerationDeps } from '../generation/run/ports.ts'
import type { MoneyDeps } from '../money/ports.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { RefundState } from '../orders/reversals/refund.ts'
import type { UnmatchedPayment } from '../payments/unmatched.ts'
import type { AccountModels } from './account-models.ts'
import type { PurchaseDesk, PurchaseRefunds } from './purchase-desk.ts'

/** An operator action that is not an event of an order. `detail` is for display. */
export type OperatorAction = {
  /** The operator's email address. */
  readonly by: string
  readonly kind: OperatorActionKind
  /** The object of the action: a code, an id, an address. */
  readonly subject: string
  readonly detail?: Readonly<Record<string, unknown>>
}

export const operatorActionKinds = {
  second_factor_reset: 'Reset a second factor',
  wall_link_created: 'Created a wall link',
  wall_link_revoked: 'Revoked a wall link',
  charge_reconciled: 'Reconciled a charge',
  payment_refunded: 'Refunded a payment without an order',
  payment_kept: 'Kept a payment without an order',
  mail_resent: 'Resent a mail',
  task_requeued: 'Ran a task again',
  task_discarded: 'Discarded a task',
  notifications_changed: 'Changed notifications',
  gallery_taken_down: 'Took a model out of the gallery',
  gallery_reports_closed: 'Closed the reports of a model',
  model_deleted: 'Deleted a model',
  picture_deleted: 'Deleted a picture',
  withheld_delivered: 'Delivered a withheld model',
  withheld_deleted: 'Deleted a withheld model',
  engine_switched_off: 'Turned an engine off',
  engine_switched_on: 'Turned an engine on',
  account_exported: 'Exported an account',
  account_deleted: 'Deleted an account',
  orders_exported: 'Exported orders',
  files_exported: 'Downloaded files of orders',
  slips_opened: 'Opened packing slips',
  customs_opened: 'Opened customs declarations',
  printer_changed: 'Changed a printer',
  printer_removed: 'Removed a printer',
  spool_changed: 'Changed a spool',
  terms_planned: 'Planned terms of the farm',
  branding_saved: 'Changed the shop’s branding',
} as const satisfies Record<string, string>

export type OperatorActionKind = keyof typeof operatorActionKinds

export type RecordedAction = {
  readonly at: Date
  readonly by: string
  readonly kind: string
  readonly subject: string
  /** null = no reason was required. */
  readonly reason: string | null
}

export type OperatorActions = {
  readonly record: (action: OperatorAction) => Promise<void>
  /** Returns the newest first. */
  readonly list: (limit: number) => Promise<readonly RecordedAction[]>
}

/** A link that shows the wall view without an account. */
export type WallLink = {
  readonly id: string
  readonly name: string
  readonly createdBy: string
  readonly createdAt: Date
  /** With minute precision; null = never used. */
  readonly lastUsedAt: Date | null
}

export type WallLinks = {
  /** Adds a link and logs the operator. Returns false if there are already `maxLinks`. */
  readonly add: (
    link: { id: string; tokenHash: string; name: string; createdBy: string },
    maxLinks: number,
  ) => Promise<boolean>
  /** Returns the valid links, newest first. */
  readonly list: () => Promise<readonly WallLink[]>
  readonly find: (id: string) => Promise<WallLink | null>
  /** Returns the link with this token unless it was revoked, and records its use. */
  readonly use: (tokenHash: string) => Promise<WallLink | null>
  /** Revokes the link and logs the operator. Returns false if it is no longer valid. */
  readonly revoke: (id: string, by: string) => Promise<boolean>
}

/** A charge with an unknown outcome. */
export type UnsettledCharge = {
  readonly code: string
  readonly email: string
  readonly totalCents: number
  readonly since: Date
  /** Number of queries to the processor. */
  readonly looks: number
  readonly checkedAt: Date
  /** When the charge is retried; null = the processor's record is read instead. */
  readonly retryAt: Date | null
}

export type UnpaidOrder = {
  readonly code: string
  readonly email: string
  readonly totalCents: number
  readonly createdAt: Date
  readonly reason: string | null
}

export type BoardRefund = {
  readonly code: string
  readonly amountCents: number
  readonly reason: string
  readonly requestedBy: string
  readonly state: RefundState
  readonly failure: string | null
  readonly createdAt: Date
}

/** A payment whose order is not in the database. The processor may have reported it in several events. */
export type OpenPayment = {
  /** Id of the first event. */
  readonly eventId: string
  readonly types: readonly string[]
  readonly orderCode: string | null
  readonly paymentId: PaymentId | null
  readonly amountCents: number | null
  readonly receivedAt: Date
  readonly looks: number
  readonly checkedAt: Date | null
}

/** Every list has at most `limit` rows. */
export type MoneyBoard = {
  /** Returns the oldest first. */
  readonly unsettledCharges: (limit: number) => Promise<readonly UnsettledCharge[]>
  /** Returns orders that wait for a payment and have no unsettled charge, newest first. */
  readonly unpaidOrders: (limit: number) => Promise<readonly UnpaidOrder[]>
  /** Returns declined charges that have not been paid since, newest first. */
  readonly declinedOrders: (limit: number) => Promise<readonly UnpaidOrder[]>
  /** Returns unsettled refunds first, then newest first. */
  readonly refunds: (limit: number) => Promise<readonly BoardRefund[]>
  /** Returns the number of payments without an order that await a decision, including payments only reported so far. */
  readonly unmatchedCount: () => Promise<number>
  /** Returns the oldest first. */
  readonly openPayments: (limit: number) => Promise<readonly OpenPayment[]>
  /**
   * Returns the number of orders within that many calendar days, including today, whose charge was declined and that
   * have not been paid since.
   */
  readonly declinedCount: (period: { days: number; timeZone: string }) => Promise<number>
}

/** An operator's decision about a payment without an order. */
export type PaymentDecision = {
  readonly paymentId: PaymentId
  readonly action: 'refund' | 'keep'
  readonly by: string
  readonly reason: string
}

/**
 * Claims the payment for a refund, or keeps it, and logs the operator. Returns null if the payment's state permits
 * neither.
 */
export type DecidePayment = (decision: PaymentDecision) => Promise<UnmatchedPayment | null>

export type MailState = 'waiting' | 'failing' | 'sent'

export type OutboxMail = {
  readonly id: string
  /** null = without an order. */
  readonly orderCode: string | null
  readonly kind: string
  readonly recipient: string
  readonly subject: string
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly resends: number
  readonly state: MailState
  /** Number of failed attempts; 0 after it was sent. */
  readonly attempts: number
  readonly lastError: string | null
  /** null = no attempt is scheduled; an operator must resend it. */
  readonly nextAttemptAt: Date | null
}

export type OutboxTotals = {
  readonly waiting: number
  readonly failing: number
  readonly oldestWaiting: Date | null
  readonly sentLastDay: number
}

export type Outbox = {
  readonly totals: () => Promise<OutboxTotals>
  /** Returns the newest first; only of one order if `orderCode` is given. */
  readonly list: (page: {
    state: MailState | null
    orderCode: string | null
    limit: number
  }) => Promise<readonly OutboxMail[]>
  readonly read: (id: string) => Promise<OutboxMail | null>
  /**
   * Queues the email again, sent or not, and logs the operator. Returns false if it was queued within the last
   * `quietSeconds`.
   */
  readonly resend: (id: string, by: string, quietSeconds: number) => Promise<boolean>
}

/** A task of the job queue that failed at least once and has not succeeded since. */
export type FailedTask = {
  readonly id: string
  readonly task: string
  /** The id in its payload; null = none. */
  readonly payloadId: string | null
  readonly attempts: number
  readonly maxAttempts: number
  readonly lastError: string | null
  readonly createdAt: Date
  /** null = it does not rerun automatically. */
  readonly nextRunAt: Date | null
}

export type TaskQueue = {
  /** Returns tasks that do not rerun first, then by age. */
  readonly listFailed: (limit: number) => Promise<readonly FailedTask[]>
  readonly read: (id: string) => Promise<FailedTask | null>
  /** Returns false if it is running or no longer exists. */
  readonly runNow: (id: string) => Promise<boolean>
  /** Keeps the task and its error, but never reruns it. Returns false if it is running or no longer exists. */
  readonly stop: (id: string) => Promise<boolean>
  /** Removes the task. Returns false if it is running or no longer exists. */
  readonly discard: (id: string) => Promise<boolean>
}

export type FailedGeneration = {
  readonly id: string
  readonly email: string
  /** The kind of failure. */
  readonly reason: string
  readonly message: string | null
  readonly endedAt: Date
  readonly creditsRefunded: number
}

export type GenerationBoard = {
  /** Returns jobs of the last `days` days that ended for one of the reasons, newest first. */
  readonly listFailed: (request: {
    reasons: readonly string[]
    days: number
    limit: number
  }) => Promise<readonly FailedGeneration[]>
}

export type Attachment = {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly uri: string
}

export type OrderMessage = {
  readonly id: string
  readonly by: string
  readonly subject: string
  readonly body: string
  readonly at: Date
  /** null = not sent yet. */
  readonly sentAt: Date | null
  readonly attachments: readonly Attachment[]
}

export type NewOrderMessage = {
  readonly id: string
  readonly orderId: OrderId
  readonly requestKey: string
  readonly by: string
  readonly subject: string
  readonly body: string
  readonly attachmentIds: readonly string[]
  /** The email: its recipient and full text. */
  readonly mail: { readonly to: string; readonly text: string }
}

export type OrderMessages = {
  /**
   * Adds the message and its email in one transaction. Returns the earlier message if the key was already used for the
   * order.
   */
  readonly add: (
    message: NewOrderMessage,
  ) => Promise<{ readonly message: OrderMessage; readonly replayed: boolean }>
  /** Returns the oldest first. */
  readonly listByOrder: (orderId: OrderId) => Promise<readonly OrderMessage[]>
  readonly findByKey: (orderId: OrderId, requestKey: string) => Promise<OrderMessage | null>
  readonly addAttachment: (attachment: Attachment & { readonly by: string }) => Promise<void>
  /** Returns the existing attachments with these ids, in the same sequence. */
  readonly findAttachments: (ids: readonly string[]) => Promise<readonly Attachment[]>
  /** Returns an attachment that was sent with a message about the order. */
  readonly findSent: (orderCode: string, attachmentId: string) => Promise<Attachment | null>
}

export type OperatorDeps = AccountDeps &
  OrderDeps & {
    readonly purchaseDesk: PurchaseDesk
    readonly purchaseRefunds: PurchaseRefunds
  } & MoneyDeps &
  BooksDeps &
  GenerationDeps & {
    readonly operatorActions: OperatorActions
    readonly workDesk: AccountModels
    readonly wallLinks: WallLinks
    readonly moneyBoard: MoneyBoard
    readonly decidePayment: DecidePayment
    readonly outbox: Outbox
    readonly taskQueue: TaskQueue
    readonly generationBoard: GenerationBoard
    readonly orderMessages: OrderMessages
  }
