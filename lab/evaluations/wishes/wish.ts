// A wish: the buyer's words, the way in which an agent carries it out, and the conditions at the end.
import type { Fault } from '../plan.ts'
import { centsOf } from '../seeing.ts'
import type { Setting, World } from '../stage.ts'
import type { Client } from '../wire.ts'
import { homes, type Shopping, type WeakAgent } from './agent.ts'
import { type Customer, type Terms, usual } from './customer.ts'

export type Scene = {
  readonly agent: WeakAgent
  readonly world: World
  /** Client for preparations, bypassing the agent. */
  readonly client: Client
  readonly customer: Customer
}

export type Wish = {
  /** Words of the buyer. */
  readonly words: string
  readonly card?: Setting['card']
  readonly limited?: boolean
  readonly keyless?: true
  readonly faults?: readonly Fault[]
  readonly act: (scene: Scene) => Promise<void>
  /**
   * Totals of the orders that must exist in the end, in cents, derived manually from the contract's prices: the slicer
   * measures every part at 100 cm3, which is 126 g of pla, 127 of petg, 104 of abs, 107 of asa and 121 of tpu. None:
   * an order would be wrong.
   */
  readonly orders: readonly number[]
  /** Number of paid orders; all by default. */
  readonly paid?: number
  /** Facts that the agent must have reported to the buyer: amounts, days, addresses, names. */
  readonly told?: readonly (string | RegExp)[]
  readonly maxCalls: number
}

/** Returns a wish for a part. */
export const shoppingFor = (
  link: string,
  terms: Partial<Terms> = {},
  more: Partial<Shopping> = {},
): Shopping => ({
  link,
  terms: { ...usual, ...terms },
  address: homes[terms.country === 'DE' ? 'DE' : terms.country === 'GB' ? 'GB' : 'US'],
  ...more,
})

/** Places an order before the scenario and returns its code. */
export async function placedBefore(
  { client, world, customer }: Pick<Scene, 'client' | 'world' | 'customer'>,
  material: Terms['material'] = 'pla',
): Promise<string> {
  const model_url = world.publish('earlier.stl')
  const quoted = await client.call('quote_print', { model_url, color: 'Black', material })
  const offer = quoted.kind === 'result' ? (quoted.texts[0] ?? '') : ''
  customer.earlier.push({ ...agreedIn(offer), material })
  const quote_id = quoted.kind === 'result' ? quoted.fields?.['quote_id'] : null
  const order = { ...homes.US, country: 'US', email: world.account.email, confirm: true, quote_id }
  const placed = await client.call('create_print_order', order)
  const code = placed.kind === 'result' ? placed.fields?.['order_code'] : null
  if (typeof code !== 'string') throw new Error('the earlier order was not placed')
  return code
}

/** Returns an agreement on a black part to the US, at the price of the offer. */
const agreedIn = (offer: string) => ({
  totalCents: centsOf(/comes to \$([\d.]+)/.exec(offer)?.[1] ?? '0'),
  country: 'US',
  quantity: 1,
  quality: 'standard',
  color: 'Black',
})
