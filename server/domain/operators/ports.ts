// Ports for what operators do other than with orders: links for wall screens, the log of their actions, boards of money, mail and failed
// work, and messages to customers.

import type { AccountDeps } from '../accounts/ports.ts'
import type { OrderId } from '../base/order-id.ts'
import type { PaymentId } from '../base/payment-id.ts'
import type { BooksDeps } from '../books/ports.ts'
import type { GenerationDeps } from '../generation/run/ports.ts'
import type { MoneyDeps } from '../money/ports.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { RefundState } from '../orders/refund.ts'
import type { UnmatchedPayment } from '../payments/unmatched.ts'
import type { WorkDesk } from './delete-work.ts'
import type { PurchaseDesk, PurchaseRefunds } from './purchase-desk.ts'

/** Something that an operator did and that is not an event of an order; `detail` is for people. */
export type OperatorAction = {
  /** The operator's email. */
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
  printer_changed: 'Changed a printer',
  printer_removed: 'Removed a printer',
} as const satisfies Record<string, string>

export type OperatorActionKind = keyof typeof operatorActionKinds

export type RecordedAction = {
  readonly at: Date
  readonly by: string
  readonly kind: string
  readonly subject: string
  /** null = none was asked for. */
  readonly reason: string | null
}

export type OperatorActions = {
  readonly record: (action: OperatorAction) => Promise<void>
  /** Newest first. */
  readonly list: (limit: number) => Promise<readonly RecordedAction[]>
}

/** A link that shows the wall view without an account. */
export type WallLink = {
  readonly id: string
  readonly name: string
  readonly createdBy: string
  readonly createdAt: Date
  /** To the minute; null = never used. */
  readonly lastUsedAt: Date | null
}

export type WallLinks = {
  /** Logged with the operator's name. False when there are `maxLinks` already. */
  readonly add: (
    link: { id: string; tokenHash: string; name: string; createdBy: string },
    maxLinks: number,
  ) => Promise<boolean>
  /** The valid links, newest first. */
  readonly list: () => Promise<readonly WallLink[]>
  readonly find: (id: string) => Promise<WallLink | null>
  /** The link with this token that is not revoked; notes that it was used. */
  readonly use: (tokenHash: string) => Promise<WallLink | null>
  /** Logged with the operator's name. False when it is no longer valid. */
  readonly revoke: (id: string, by: string) => Promise<boolean>
}

/** A charge whose outcome is not known. */
export type UnsettledCharge = {
  readonly code: string
  readonly email: string
  readonly totalCents: number
  readonly since: Date
  /** How often the processor was queried. */
  readonly looks: number
  readonly checkedAt: Date
  /** When it is tried again; null = the processor's record is read instead. */
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

/** A payment whose order is not in the database. The processor may have reported it by several events. */
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

/** Every list holds at most `limit` rows. */
export type MoneyBoard = {
  /** Oldest first. */
  readonly unsettledCharges: (limit: number) => Promise<readonly UnsettledCharge[]>
  /** Orders that wait for a payment and have no unsettled charge, newest first. */
  readonly unpaidOrders: (limit: number) => Promise<readonly UnpaidOrder[]>
  /** Charges that the card's bank declined and that were not paid since, newest first. */
  readonly declined: (limit: number) => Promise<readonly UnpaidOrder[]>
  /** Unsettled ones first, then newest first. */
  readonly refunds: (limit: number) => Promise<readonly BoardRefund[]>
  /** Payments that wait without an order, including those that were only reported so far. */
  readonly unmatchedCount: () => Promise<number>
  /** Oldest first. */
  readonly openPayments: (limit: number) => Promise<readonly OpenPayment[]>
  /** Orders of that many calendar days, today included, whose charge was declined and that have not been paid since. */
  readonly declinedCount: (period: { days: number; timeZone: string }) => Promise<number>
}

/** What an operator decides about a payment without an order. */
export type PaymentDecision = {
  readonly paymentId: PaymentId
  readonly action: 'refund' | 'keep'
  readonly by: string
  readonly reason: string
}

/** Claims the payment for a refund, or keeps it; logged with the operator's name. Null when neither is possible in its state. */
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
  /** How often sending failed; 0 once it was sent. */
  readonly attempts: number
  readonly lastError: string | null
  /** null = no attempt is planned: an operator has to send it again. */
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
  /** Newest first; of one order when `orderCode` is given. */
  readonly list: (page: {
    state: MailState | null
    orderCode: string | null
    limit: number
  }) => Promise<readonly OutboxMail[]>
  readonly read: (id: string) => Promise<OutboxMail | null>
  /**
   * Queues the mail again, sent or not, unless it was queued within the last `quietSeconds`. Logged with the operator's name. False
   * in that case.
   */
  readonly resend: (id: string, by: string, quietSeconds: number) => Promise<boolean>
}

/** A task of the job queue that failed at least once and has not succeeded since. */
export type FailedTask = {
  readonly id: string
  readonly task: string
  /** The id in its payload; null = it has none. */
  readonly payloadId: string | null
  readonly attempts: number
  readonly maxAttempts: number
  readonly lastError: string | null
  readonly createdAt: Date
  /** null = it does not run again automatically. */
  readonly nextRunAt: Date | null
}

export type TaskQueue = {
  /** Those that do not run again first, then by age. */
  readonly listFailed: (limit: number) => Promise<readonly FailedTask[]>
  readonly read: (id: string) => Promise<FailedTask | null>
  /** False when it is running, or gone. */
  readonly runNow: (id: string) => Promise<boolean>
  /** Keeps it and its error, but does not run it again. False when it is running, or gone. */
  readonly stop: (id: string) => Promise<boolean>
  /** Removes it. False when it is running, or gone. */
  readonly discard: (id: string) => Promise<boolean>
}

export type FailedGeneration = {
  readonly id: string
  readonly email: string
  /** The kind of the failure. */
  readonly reason: string
  readonly message: string | null
  readonly endedAt: Date
  readonly creditsRefunded: number
}

export type GenerationBoard = {
  /** Jobs of the last `days` days that ended for one of the reasons, newest first. */
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
  /** The mail: its recipient and whole text. */
  readonly mail: { readonly to: string; readonly text: string }
}

export type OrderMessages = {
  /** The message and its mail in one transaction; the earlier message when the key was used for the order. */
  readonly add: (
    message: NewOrderMessage,
  ) => Promise<{ readonly message: OrderMessage; readonly replayed: boolean }>
  /** Oldest first. */
  readonly listByOrder: (orderId: OrderId) => Promise<readonly OrderMessage[]>
  readonly findByKey: (orderId: OrderId, requestKey: string) => Promise<OrderMessage | null>
  readonly addAttachment: (attachment: Attachment & { readonly by: string }) => Promise<void>
  /** Those of the ids that exist, in their order. */
  readonly findAttachments: (ids: readonly string[]) => Promise<readonly Attachment[]>
  /** An attachment that was sent with a message about the order. */
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
    readonly workDesk: WorkDesk
    readonly wallLinks: WallLinks
    readonly moneyBoard: MoneyBoard
    readonly decidePayment: DecidePayment
    readonly outbox: Outbox
    readonly taskQueue: TaskQueue
    readonly generationBoard: GenerationBoard
    readonly orderMessages: OrderMessages
  }
