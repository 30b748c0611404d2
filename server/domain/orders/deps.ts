// The subsets of `OrderDeps` that the parts of the area use.
import type { OrderDeps } from './ports.ts'

/** Opening the hosted checkout of an order. */
export type CheckoutDeps = Pick<OrderDeps, 'accounts' | 'baseUrl' | 'log' | 'orders' | 'payments'>

/** Marking an order as paid, and returning a payment that it cannot use. */
export type ApplyPaymentDeps = Pick<
  OrderDeps,
  | 'clock'
  | 'farmLoad'
  | 'log'
  | 'meter'
  | 'orderIds'
  | 'orderLines'
  | 'orders'
  | 'payments'
  | 'unmatchedPayments'
>

/** Settling an order from the processor's record, and repeating its charge. */
export type SettleDeps = ApplyPaymentDeps & Pick<OrderDeps, 'accounts'>

/** The first charge of the saved card, for which a page waits. */
export type ChargeDeps = SettleDeps & Pick<OrderDeps, 'chargesInFlight'>

/** Writing a new order. */
export type WriteOrderDeps = Pick<OrderDeps, 'ids' | 'log' | 'measurements' | 'orderIds' | 'orders'>

/** The response to a submit, with the terms that priced its order. */
export type SubmitResponseDeps = CheckoutDeps & Pick<OrderDeps, 'farmTerms'>

/** Writing an order, charging it, and the response to its submit. */
export type PlaceDeps = WriteOrderDeps & ChargeDeps & SubmitResponseDeps

/** Checking a submit: its file is found, measured, priced and stored. */
export type CheckSubmitDeps = Pick<
  OrderDeps,
  | 'accounts'
  | 'clock'
  | 'geometry'
  | 'log'
  | 'measurements'
  | 'meshes'
  | 'models'
  | 'objects'
  | 'printEstimates'
  | 'production'
  | 'rateCounters'
  | 'runningEstimates'
  | 'temporaryFiles'
  | 'visitorFiles'
>

/** A submit, from its Idempotency-Key to its response. */
export type SubmitDeps = CheckSubmitDeps & PlaceDeps & Pick<OrderDeps, 'idempotencyKeys'>

/** A repeat of a submit whose order exists. */
export type ResumeDeps = ChargeDeps & SubmitResponseDeps & Pick<OrderDeps, 'idempotencyKeys'>

/** Refunding an order. */
export type RefundDeps = Pick<
  OrderDeps,
  'log' | 'orderIds' | 'orderLines' | 'orders' | 'payments' | 'refunds'
>

/** Changing the status of an order, together with its refund and promised day. */
export type StatusDeps = RefundDeps & Pick<OrderDeps, 'clock' | 'farmLoad' | 'meter'>

/** Cancelling an order that was not paid in time. */
export type OverdueDeps = SettleDeps & RefundDeps

/** Applying payments of orders and of purchases. */
export type PaymentSearchDeps = ApplyPaymentDeps & Pick<OrderDeps, 'purchases'>

/** Processor events that could not be applied immediately. */
export type OpenEventDeps = PaymentSearchDeps & Pick<OrderDeps, 'processorEvents'>

/** Any processor event. */
export type ProcessorEventDeps = OpenEventDeps &
  ChargeDeps &
  Pick<OrderDeps, 'paymentReviews' | 'refunds'>

/** The pages that show an order and its payment. */
export type PayPageDeps = SettleDeps & CheckoutDeps & Pick<OrderDeps, 'production' | 'rateCounters'>

/** Synchronizing a payment's refunds, disputes and warnings with the processor. */
export type ReviewDeps = Pick<
  OrderDeps,
  'log' | 'meter' | 'orderIds' | 'paymentReviews' | 'payments' | 'refunds'
>

/** Settling refunds of orders from the processor's record. */
export type SettleRefundDeps = Pick<OrderDeps, 'log' | 'meter' | 'payments' | 'refunds'>

/** Orders of this website and of the previous one. */
export type AnyOrderDeps = Pick<OrderDeps, 'orders' | 'legacyOrders'>

/** Evidence against a dispute. */
export type EvidenceDeps = ReviewDeps &
  Pick<OrderDeps, 'baseUrl' | 'disputes' | 'orderLines' | 'orders'>
