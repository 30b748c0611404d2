// The steps of a run, as data: fast-check generates them from the seed and shrinks the list when a run fails.
import fc from 'fast-check'
import { act, buyer, host, hostCount, some } from './choices.ts'
import type { Breakage } from './gate.ts'
import { type BankAction, bankActions, type DeskAction, deskActions } from './money-back-steps.ts'
import { type ProcessorFault, processorFaults } from './processor.ts'
import { scenes } from './scenes.ts'
import type { Buyer } from './stage.ts'

/** Numbers select an existing object, from the newest on, modulo the count. */
export type Action =
  /** `key` null: without an Idempotency-Key. */
  | {
      readonly act: 'submit'
      readonly host: number
      readonly buyer: Buyer
      readonly key: number | null
    }
  | {
      readonly act: 'order quote'
      readonly host: number
      readonly buyer: Buyer
      readonly quote: number
    }
  | {
      readonly act: 'check out'
      readonly host: number
      readonly key: number
      readonly withGiftCard: boolean
    }
  | { readonly act: 'buy'; readonly host: number; readonly goods: 'credits' | 'gift card' }
  | { readonly act: 'open payment'; readonly host: number; readonly order: number }
  | { readonly act: 'pay'; readonly page: number }
  | {
      readonly act: 'deliver'
      readonly host: number
      readonly event: number
      readonly again: boolean
    }
  | {
      readonly act: 'refund'
      readonly host: number
      readonly order: number
      readonly share: 'part' | 'all'
      readonly key: number
    }
  | {
      readonly act: 'close'
      readonly host: number
      readonly order: number
      readonly withRefund: boolean
    }
  | BankAction
  | DeskAction
  | { readonly act: 'generate'; readonly host: number }
  | { readonly act: 'run job'; readonly host: number; readonly job: number }
  | { readonly act: 'work'; readonly host: number }
  | { readonly act: 'crash'; readonly host: number }
  /** A call that the processor has not received yet arrives. */
  | { readonly act: 'arrive'; readonly call: number }
  | { readonly act: 'lose connection'; readonly host: number; readonly when: Breakage }
  | { readonly act: 'wait'; readonly seconds: number }
  | { readonly act: 'copy rows' | 'lose rows' }

export type Step = Action & {
  /** Fault of the next call to the processor by the host of the action. */
  readonly fault: ProcessorFault | null
  /** Number of calls of any host that are executed after the action. */
  readonly calls: number
}

export type Plan = {
  /** Seconds by which each host's clock is ahead of the database's. */
  readonly skews: readonly number[]
  readonly steps: readonly Step[]
}

const actions: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Action> }[] = [
  ...bankActions,
  ...deskActions,
  {
    weight: 8,
    arbitrary: fc.record({
      act: act('submit'),
      host,
      buyer,
      key: fc.oneof(fc.constant(null), fc.nat({ max: 1 }), fc.constant(0)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: act('order quote'), host, buyer, quote: fc.nat({ max: 1 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: act('check out'),
      host,
      key: fc.nat({ max: 2 }),
      withGiftCard: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: act('buy'), host, goods: fc.constantFrom('credits', 'gift card') }),
  },
  { weight: 3, arbitrary: fc.record({ act: act('open payment'), host, order: some }) },
  { weight: 7, arbitrary: fc.record({ act: act('pay'), page: some }) },
  {
    weight: 8,
    arbitrary: fc.record({ act: act('deliver'), host, event: some, again: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: act('refund'),
      host,
      order: some,
      share: fc.constantFrom('part', 'all'),
      key: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: act('close'), host, order: some, withRefund: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ act: act('generate'), host }) },
  { weight: 3, arbitrary: fc.record({ act: act('run job'), host, job: some }) },
  { weight: 6, arbitrary: fc.record({ act: act('work'), host }) },
  { weight: 4, arbitrary: fc.record({ act: act('crash'), host }) },
  { weight: 3, arbitrary: fc.record({ act: act('arrive'), call: some }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: act('lose connection'),
      host,
      when: fc.constantFrom('before', 'after'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ act: act('wait'), seconds: fc.constantFrom(3, 60, 25 * 3600) }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('copy rows', 'lose rows') }) },
]

/** Some counts let an operation finish, others leave it unfinished. */
const calls = fc.oneof(fc.nat({ max: 6 }), fc.nat({ max: 30 }))

const fault = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  fc.constantFrom<ProcessorFault>(...processorFaults),
)

const single: fc.Arbitrary<Step> = fc
  .tuple(fc.oneof(...actions), fault, calls)
  .map(([action, failure, count]) => ({ ...action, fault: failure, calls: count }))

/** An unchanged scene, or a scene with operations that stop midway, or without some of its steps. */
const scene: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.constantFrom(...scenes),
    fc.array(fc.tuple(calls, fc.nat({ max: 7 })), { minLength: 7, maxLength: 7 }),
  )
  .map(([chosen, chances]) =>
    chosen.flatMap((action, index) => {
      const [count, chance] = chances[index] ?? [30, 1]
      const step = { fault: null, calls: chance < 4 ? count : 30, ...action }
      return chance === 0 ? [] : [step]
    }),
  )

const part: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 6, arbitrary: single.map((step) => [step]) },
  { weight: 3, arbitrary: scene },
)

export const plans: fc.Arbitrary<Plan> = fc.record({
  skews: fc.array(fc.integer({ min: -20, max: 20 }), {
    minLength: hostCount,
    maxLength: hostCount,
  }),
  steps: fc.array(part, { minLength: 1, maxLength: 14 }).map((parts) => parts.flat()),
})
