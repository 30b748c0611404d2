// Actions of Stripe, a bank or a dashboard user, triggered by tests. Each action runs in one transaction and causes the events that Stripe
// would send. An impossible action is an ApiError, which is a 400 over HTTP.
import type Stripe from 'stripe'
import * as v from 'valibot'
import {
  type PaymentPlan,
  paymentPlanSchema,
  type RefundPlan,
  refundPlanSchema,
} from './core/plans.ts'
import { need, type World } from './core/world.ts'
import { deleteCustomer } from './resources/customers.ts'
import {
  disputeSteps,
  type FakeDisputeStep,
  moveDispute,
  type NewDispute,
  openDispute,
} from './resources/dispute-states.ts'
import { warnOfFraud } from './resources/early-fraud-warnings.ts'
import { type CardUpdate, updateCard } from './resources/payment-methods.ts'
import { failPayout, payOut } from './resources/payouts.ts'
import { settlePayment } from './resources/processing.ts'
import { moveRefund, type RefundEnd, refundEnds } from './resources/refund-states.ts'
import { refundPayment } from './resources/refunds.ts'

type ActionTypes = {
  /** Keeps the next payments in `processing`. */
  readonly planPayment: { input: PaymentPlan; output: null }
  /** Ends a payment in `processing`. */
  readonly settlePayment: {
    input: { payment: string; to: 'succeeded' | 'declined' }
    output: Stripe.PaymentIntent
  }
  /** Deletes a customer as a dashboard user would. */
  readonly deleteCustomer: { input: { customer: string }; output: Stripe.DeletedCustomer }
  /** The card network reports the data of a new card to Stripe. */
  readonly updateCard: { input: CardUpdate; output: Stripe.PaymentMethod }
  /** Chooses the outcome of the next refunds. */
  readonly planRefund: { input: RefundPlan; output: null }
  /** Ends a pending refund, or fails a refund that had succeeded. */
  readonly settleRefund: {
    input: {
      refund: string
      to: RefundEnd
      /** For example `lost_or_stolen_card`. Defaults to `expired_or_canceled_card`. */
      failureReason?: string
    }
    output: Stripe.Refund
  }
  /** Refunds in Stripe's dashboard, without our metadata. */
  readonly refundInDashboard: {
    input: {
      payment: string
      /** Defaults to the rest of the charge. */
      amountCents?: number
      reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer'
    }
    output: Stripe.Refund
  }
  /** Opens a dispute of a payment, or an inquiry, by the cardholder's bank. */
  readonly openDispute: { input: NewDispute; output: Stripe.Dispute }
  /** Decides a dispute, or ends or escalates an inquiry, as the bank. */
  readonly moveDispute: { input: { dispute: string; to: FakeDisputeStep }; output: Stripe.Dispute }
  /** Reports a payment as fraud before any dispute, as the bank. */
  readonly warnOfFraud: {
    input: {
      payment: string
      /** Defaults to `made_with_stolen_card`. */
      fraudType?: string
    }
    output: Stripe.Radar.EarlyFraudWarning
  }
  /** Pays out everything available. With `pending`, also pays out what is not available yet. */
  readonly payOut: { input: { pending?: boolean }; output: Stripe.Payout }
  /** Returns a payout, as the bank. */
  readonly failPayout: {
    input: {
      payout: string
      /** Defaults to `account_closed`. */
      failureCode?: string
    }
    output: Stripe.Payout
  }
}
type ActionName = keyof ActionTypes
type Input<Name extends ActionName> = ActionTypes[Name]['input']
type Output<Name extends ActionName> = ActionTypes[Name]['output']

export type Actions = {
  readonly [Name in ActionName]: (input: Input<Name>) => Promise<Output<Name>>
}

const cents = v.pipe(v.number(), v.integer(), v.minValue(1))

const actions: {
  readonly [Name in ActionName]: {
    readonly schema: v.GenericSchema<unknown, Input<Name>>
    readonly run: (world: World, input: Input<Name>) => Output<Name>
  }
} = {
  planPayment: {
    schema: paymentPlanSchema,
    run: ({ plans }, plan) => {
      plans.addPayment(plan)
      return null
    },
  },
  settlePayment: {
    schema: v.strictObject({ payment: v.string(), to: v.picklist(['succeeded', 'declined']) }),
    run: settlePayment,
  },
  deleteCustomer: {
    schema: v.strictObject({ customer: v.string() }),
    run: (world, { customer }) => deleteCustomer(world, customer),
  },
  updateCard: {
    schema: v.strictObject({
      paymentMethod: v.string(),
      expMonth: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12))),
      expYear: v.exactOptional(v.pipe(v.number(), v.integer())),
      last4: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{4}$/))),
    }),
    run: updateCard,
  },
  planRefund: {
    schema: refundPlanSchema,
    run: ({ plans }, plan) => {
      plans.addRefund(plan)
      return null
    },
  },
  settleRefund: {
    schema: v.strictObject({
      refund: v.string(),
      to: v.picklist(refundEnds),
      failureReason: v.exactOptional(v.string()),
    }),
    run: (world, { refund, to, failureReason }) =>
      moveRefund(world, need(world, 'refund', refund), to, failureReason),
  },
  refundInDashboard: {
    schema: v.strictObject({
      payment: v.string(),
      amountCents: v.exactOptional(cents),
      reason: v.exactOptional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
    }),
    run: (world, { payment, amountCents, reason }) =>
      refundPayment(world, {
        payment,
        amount: amountCents ?? null,
        reason: reason ?? null,
        metadata: {},
      }),
  },
  openDispute: {
    schema: v.strictObject({
      payment: v.string(),
      amountCents: v.exactOptional(cents),
      reason: v.exactOptional(v.string()),
      dueBy: v.exactOptional(v.pipe(v.number(), v.integer())),
      inquiry: v.exactOptional(v.boolean()),
    }),
    run: openDispute,
  },
  moveDispute: {
    schema: v.strictObject({
      dispute: v.string(),
      to: v.picklist(disputeSteps),
    }),
    run: (world, { dispute, to }) => moveDispute(world, need(world, 'dispute', dispute), to),
  },
  warnOfFraud: {
    schema: v.strictObject({ payment: v.string(), fraudType: v.exactOptional(v.string()) }),
    run: (world, { payment, fraudType }) =>
      warnOfFraud(world, payment, fraudType ?? 'made_with_stolen_card'),
  },
  payOut: {
    schema: v.strictObject({ pending: v.exactOptional(v.boolean()) }),
    run: payOut,
  },
  failPayout: {
    schema: v.strictObject({ payout: v.string(), failureCode: v.exactOptional(v.string()) }),
    run: (world, { payout, failureCode }) =>
      failPayout(world, payout, failureCode ?? 'account_closed'),
  },
}

/** Returns the actions as calls that `send` runs. */
export const bindActions = (
  send: <Name extends ActionName>(name: Name, input: Input<Name>) => Promise<Output<Name>>,
): Actions => ({
  planPayment: (input) => send('planPayment', input),
  settlePayment: (input) => send('settlePayment', input),
  deleteCustomer: (input) => send('deleteCustomer', input),
  updateCard: (input) => send('updateCard', input),
  planRefund: (input) => send('planRefund', input),
  settleRefund: (input) => send('settleRefund', input),
  refundInDashboard: (input) => send('refundInDashboard', input),
  openDispute: (input) => send('openDispute', input),
  moveDispute: (input) => send('moveDispute', input),
  warnOfFraud: (input) => send('warnOfFraud', input),
  payOut: (input) => send('payOut', input),
  failPayout: (input) => send('failPayout', input),
})

export const runAction = <Name extends ActionName>(
  world: World,
  name: Name,
  input: Input<Name>,
): Output<Name> => actions[name].run(world, input)

const namedSchema = v.object({
  call: v.custom<ActionName>((name) => typeof name === 'string' && Object.hasOwn(actions, name)),
  with: v.unknown(),
})

/** Runs the action named in a control request. Returns null when it names none. Throws a ValiError on invalid input. */
export function runNamedAction(
  act: <Result>(run: (world: World) => Result) => Result,
  body: unknown,
): { readonly output: unknown } | null {
  const named = v.safeParse(namedSchema, body)
  if (!named.success) return null
  return { output: act((world) => runParsed(world, named.output.call, named.output.with)) }
}

function runParsed<Name extends ActionName>(world: World, name: Name, input: unknown) {
  const { schema, run } = actions[name]
  return run(world, v.parse(schema, input))
}
