// What tests can have Stripe, a bank or a person in the dashboard do. Each action runs in one transaction and causes the events
// that Stripe would send. An action that is impossible is an ApiError, over HTTP a 400.
import type Stripe from 'stripe'
import * as v from 'valibot'
import { type RefundPlan, refundPlanSchema } from './core/plans.ts'
import { need, type World } from './core/world.ts'
import { moveRefund, type RefundEnd } from './resources/refund-states.ts'
import { refundPayment } from './resources/refunds.ts'

type ActionTypes = {
  /** Chooses the outcome of the next refunds. */
  readonly planRefund: { input: RefundPlan; output: null }
  /** Ends a pending refund, or fails one that had succeeded. */
  readonly settleRefund: {
    input: {
      refund: string
      to: RefundEnd
      /** Such as `lost_or_stolen_card`; `expired_or_canceled_card` when left out. */
      failureReason?: string
    }
    output: Stripe.Refund
  }
  /** A refund that a person makes in Stripe's dashboard: without our metadata. */
  readonly refundInDashboard: {
    input: {
      payment: string
      /** What is left of the charge when left out. */
      amountCents?: number
      reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer'
    }
    output: Stripe.Refund
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
      to: v.picklist(['succeeded', 'failed', 'canceled']),
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
}

/** The actions as calls that `send` runs. */
export const bindActions = (
  send: <Name extends ActionName>(name: Name, input: Input<Name>) => Promise<Output<Name>>,
): Actions => ({
  planRefund: (input) => send('planRefund', input),
  settleRefund: (input) => send('settleRefund', input),
  refundInDashboard: (input) => send('refundInDashboard', input),
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

/** Runs the action that a request to the control names; null when it names none. ValiError for a wrong input. */
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
