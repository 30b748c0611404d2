// Events of a scenario, drawn from its seed before it begins.
import type { LimitScope } from '../../server/domain/limits/table.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import type { ProcessorFault } from '../simulation/processor.ts'
import type { Accident } from './accidents.ts'
import { hostileNames } from './files.ts'
import { type Habits, habits } from './habits.ts'
import type { Card } from './stage.ts'

/** `tool` and `call`: occurs at the call of the tool with this number, from 1. */
export type Fault = { readonly tool: string; readonly call: number } & (
  | { readonly kind: 'request lost' | 'response lost' | 'arrives late' }
  | { readonly kind: 'accident'; readonly accident: Accident }
  | { readonly kind: 'charge'; readonly how: ProcessorFault }
  | { readonly kind: 'allowance used up'; readonly scope: LimitScope; readonly seconds: number }
)

export type Plan = {
  readonly seed: number
  readonly habits: Habits
  readonly era: Era
  readonly card: Card
  /** Null: the model is first generated from words. */
  readonly fileName: string | null
  readonly quantity: number
  readonly material: 'pla' | 'petg'
  /** `tomorrow`: agrees after the quote has expired. `abroad`: agrees, and then names another country. */
  readonly answer: 'at once' | 'tomorrow' | 'abroad' | 'no'
  /** Whether the price rises after the first quote. */
  readonly priceRises: boolean
  /** Whether the buyer pays an order with a declined card on its page. */
  readonly paysByPage: boolean
  /** Whether the account's spending limit for the day is below the price. */
  readonly limited: boolean
  readonly faults: readonly Fault[]
}

export const eras = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const
export type Era = (typeof eras)[number]

type Choose = {
  readonly one: <const Item>(items: readonly [Item, ...Item[]]) => Item
  readonly chance: (share: number) => boolean
  readonly upTo: (max: number) => number
}

/** `name`: only agents of this habit. */
export function planOf(seed: number, name: string | null = null): Plan {
  const random = seededRandom(seed)
  const choose: Choose = {
    one: ([first, ...rest]) => [first, ...rest][Math.floor(random() * (rest.length + 1))] ?? first,
    chance: (share) => random() < share,
    upTo: (max) => Math.floor(random() * (max + 1)),
  }
  const chosen = choose.one(habits)
  const named = habits.find((one) => one.name === name)
  return {
    seed,
    habits: named ?? chosen,
    era: choose.one(eras),
    card: choose.one(['pays', 'pays', 'pays', 'pays', 'pays', 'declined', 'none']),
    fileName: choose.chance(0.1)
      ? null
      : choose.one(choose.chance(0.5) ? hostileNames : ['cube.stl']),
    quantity: choose.one([1, 1, 2, 5]),
    material: choose.one(['pla', 'petg']),
    answer: choose.one(['at once', 'at once', 'at once', 'tomorrow', 'abroad', 'no']),
    priceRises: choose.chance(0.3),
    paysByPage: choose.chance(0.6),
    limited: choose.chance(0.06),
    faults: Array.from({ length: choose.upTo(3) }, () => faultOf(choose)),
  }
}

const spending = 'create_print_order'
const reading = [
  'quote_print',
  'list_my_orders',
  'get_order',
  'track_order',
  'list_materials',
] as const

const faultKinds = [
  'wire',
  'wire',
  'accident',
  'accident',
  'charge',
  'charge',
  'allowance used up',
] as const

function faultOf(choose: Choose): Fault {
  const tool = choose.chance(0.75) ? spending : choose.one([...reading, 'generate_model'])
  const call = choose.chance(0.85) ? 1 : 2
  const kind = choose.one(faultKinds)
  switch (kind) {
    case 'wire':
      return { tool, call, kind: choose.one(['request lost', 'response lost', 'arrives late']) }
    case 'accident':
      return { tool, call, kind, accident: accidentOf(choose) }
    case 'charge':
      return {
        tool: spending,
        call,
        kind,
        how: choose.one(['refused', 'lost', 'late', 'late', 'busy']),
      }
    case 'allowance used up': {
      const scope = choose.one(['agent-endpoint', 'agent-money', 'agent-reads'])
      return { tool, call, kind, scope, seconds: choose.one([7, 60, 1911]) }
    }
  }
}

const accidents = [
  'process dies',
  'call hangs',
  'database connection breaks',
  'database connection breaks',
] as const

const accidentOf = (choose: Choose): Accident => ({
  what: choose.one(accidents),
  // An order is written in the fourth call, charged in the fifth and settled in the sixth.
  at: choose.one([1, 2, 3, 4, 4, 4, 5, 6, 6, 6]),
  when: choose.one(['before', 'after']),
})
