// Where an order can be when its server dies: how to bring one there, and what must have become of it afterwards.
import { CHARGE, CHECKOUT } from './processor-gate.ts'
import type { Stage } from './stage.ts'

export type KillPoint = {
  readonly name: string
  /** The account's card; `pm_card_visa`, which pays, unless said otherwise. */
  readonly card?: string | null
  /** Called before the submit; the function given back resolves once the server stands still at the point. */
  readonly hold: (stage: Stage) => Promise<() => Promise<void>>
  /** Once it is settled. `absent`: the order was never written, and a repeat of the request places it. */
  readonly becomes: 'paid' | 'declined' | 'not_made' | 'none' | 'absent'
}

const declinedCard = 'pm_card_chargeCustomerFail'

/** Holds the charge's answer until the lock is there, so that the next write of the table waits. */
const afterCharge =
  (lock: (stage: Stage) => ReturnType<Stage['locks']['writes']>) => async (stage: Stage) => {
    const charge = stage.gate.hold(CHARGE, 'answer')
    return async () => {
      await charge.reached
      const held = await lock(stage)
      charge.release()
      await held.reached()
    }
  }

export const killPoints: readonly KillPoint[] = [
  {
    name: 'before the key is claimed',
    hold: async ({ locks }) => (await locks.writes('idempotency_keys')).reached,
    becomes: 'absent',
  },
  {
    name: 'after the key is claimed, before the order is written',
    hold: async ({ locks }) => {
      const measured = await locks.writes('measurements')
      return async () => {
        await measured.reached()
        const order = await locks.writes('orders')
        await measured.release()
        await order.reached()
      }
    },
    becomes: 'absent',
  },
  {
    name: 'after the order is written, before its charge leaves',
    hold: async ({ gate }) => {
      const { reached } = gate.hold(CHARGE, 'request', { lost: true })
      return () => reached
    },
    becomes: 'not_made',
  },
  {
    name: 'after the charge left, before the processor works on it',
    hold: async ({ gate }) => {
      const { reached } = gate.hold(CHARGE, 'request')
      return () => reached
    },
    becomes: 'paid',
  },
  {
    name: 'after the charge, before its answer arrives',
    hold: async ({ gate }) => {
      const { reached } = gate.hold(CHARGE, 'answer')
      return () => reached
    },
    becomes: 'paid',
  },
  {
    name: 'after a decline, before its answer arrives',
    card: declinedCard,
    hold: async ({ gate }) => {
      const { reached } = gate.hold(CHARGE, 'answer')
      return () => reached
    },
    becomes: 'declined',
  },
  {
    name: 'after the answer, before the payment is written',
    hold: afterCharge(({ locks }) => locks.writes('orders')),
    becomes: 'paid',
  },
  {
    name: 'after the answer, while the e-mail is written with the payment',
    hold: afterCharge(({ locks }) => locks.writes('emails')),
    becomes: 'paid',
  },
  {
    name: 'after a decline, before it is written',
    card: declinedCard,
    hold: afterCharge(({ locks }) => locks.writes('orders')),
    becomes: 'declined',
  },
  {
    name: 'after the payment is written, before the answer is kept for its key',
    hold: afterCharge(({ locks }) => locks.writes('idempotency_keys')),
    becomes: 'paid',
  },
  {
    name: 'after a checkout is opened, before its answer arrives',
    card: null,
    hold: async ({ gate }) => {
      const { reached } = gate.hold(CHECKOUT, 'answer')
      return () => reached
    },
    becomes: 'none',
  },
  {
    name: 'after a checkout is opened, before it is written',
    card: null,
    hold: async ({ gate, locks }) => {
      const checkout = gate.hold(CHECKOUT, 'answer')
      return async () => {
        await checkout.reached
        const held = await locks.writes('orders')
        checkout.release()
        await held.reached()
      }
    },
    becomes: 'none',
  },
  {
    name: 'after the confirmation is queued, before a worker takes it',
    hold: async ({ locks }) => (await locks.updates('graphile_worker._private_jobs')).reached,
    becomes: 'paid',
  },
  {
    name: 'after a worker took the confirmation, before it is sent',
    hold: async ({ locks }) => {
      const taking = await locks.updates('graphile_worker._private_jobs')
      return async () => {
        await taking.reached()
        const reading = await locks.everything('emails')
        await taking.release()
        await reading.reached()
      }
    },
    becomes: 'paid',
  },
  {
    name: 'after the confirmation is sent, before that is written',
    hold: async ({ locks }) => (await locks.updates('emails')).reached,
    becomes: 'paid',
  },
]
