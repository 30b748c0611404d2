// Steps that reverse money: those of banks, those in the processor's dashboard, and the operators' responses to them.
import fc from 'fast-check'
import { act, buyer, host, some } from './choices.ts'
import type { Buyer } from './stage.ts'

/** Actions of a bank, or of a user in the processor's dashboard. */
export type BankAction =
  | {
      readonly act: 'dispute'
      readonly payment: number
      readonly inquiry: boolean
      readonly share: 'part' | 'all' | 'rest'
    }
  /** An impossible step does nothing. `won` after `lost`, and `lost` after `won`: the bank reverses its decision. */
  | {
      readonly act: 'decide dispute'
      readonly dispute: number
      readonly to: 'won' | 'lost' | 'warning_closed' | 'needs_response'
    }
  | { readonly act: 'warn of fraud'; readonly payment: number }
  | { readonly act: 'refund elsewhere'; readonly payment: number; readonly share: 'part' | 'rest' }
  /** The bank returns a succeeded refund. */
  | { readonly act: 'return refund'; readonly refund: number }
  | { readonly act: 'delete customer'; readonly buyer: Buyer }

/** Operators' actions on reversed money. */
export type DeskAction = { readonly host: number } & (
  | {
      readonly act: 'refund lines'
      readonly order: number
      readonly shipping: boolean
      readonly key: number
    }
  | { readonly act: 'release hold' | 'queue' | 'reprint'; readonly order: number }
  | { readonly act: 'refund purchase'; readonly purchase: number; readonly share: 'rest' | 'all' }
  | { readonly act: 'void card'; readonly purchase: number }
  | { readonly act: 'close debt'; readonly debt: number; readonly how: 'settled' | 'written_off' }
  | { readonly act: 'pay back'; readonly debt: number; readonly how: 'paid_back' | 'credited' }
)

type Weighted<Action> = {
  readonly weight: number
  readonly arbitrary: fc.Arbitrary<Action>
}

export const bankActions: readonly Weighted<BankAction>[] = [
  {
    weight: 4,
    arbitrary: fc.record({
      act: act('dispute'),
      payment: some,
      inquiry: fc.boolean(),
      share: fc.constantFrom('rest', 'part', 'all'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: act('decide dispute'),
      dispute: some,
      to: fc.constantFrom('won', 'lost', 'won', 'lost', 'warning_closed', 'needs_response'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: act('warn of fraud'), payment: some }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: act('refund elsewhere'),
      payment: some,
      share: fc.constantFrom('part', 'rest'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: act('return refund'), refund: some }) },
  { weight: 1, arbitrary: fc.record({ act: act('delete customer'), buyer }) },
]

export const deskActions: readonly Weighted<DeskAction>[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      act: act('refund lines'),
      host,
      order: some,
      shipping: fc.boolean(),
      key: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom('release hold', 'queue', 'queue', 'queue', 'reprint'),
      host,
      order: some,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: act('refund purchase'),
      host,
      purchase: some,
      share: fc.constantFrom('rest', 'all'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: act('void card'), host, purchase: some }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: act('close debt'),
      host,
      debt: some,
      how: fc.constantFrom('settled', 'written_off'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: act('pay back'),
      host,
      debt: some,
      how: fc.constantFrom('paid_back', 'credited'),
    }),
  },
]
