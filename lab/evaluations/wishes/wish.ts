// What a wish is: the buyer's words, how an agent goes about it, and what must be true in the end.
import type { Fault } from '../plan.ts'
import { centsOf } from '../seeing.ts'
import type { Setting, World } from '../stage.ts'
import type { Client } from '../wire.ts'
import { homes, type Shopping, type WeakAgent } from './agent.ts'
import { type Customer, type Terms, usual } from './customer.ts'

export type Scene = {
  readonly agent: WeakAgent
  readonly world: World
  /** Past the agent: what was before the story. */
  readonly client: Client
  readonly customer: Customer
}

export type Wish = {
  /** As the buyer says it. */
  readonly words: string
  readonly card?: Setting['card']
  readonly limited?: boolean
  readonly keyless?: true
  readonly faults?: readonly Fault[]
  readonly act: (scene: Scene) => Promise<void>
  /**
   * Totals of the orders that must exist in the end, in cents, derived by hand from the contract's prices: the slicer measures every part
   * at 100 cm3, which is 126 g of pla, 127 of petg, 104 of abs, 107 of asa and 121 of tpu. None: an order would be wrong.
   */
  readonly orders: readonly number[]
  /** How many of the orders are paid; all by default. */
  readonly paid?: number
  /** What the buyer must have been told: amounts, days, addresses, names. */
  readonly told?: readonly (string | RegExp)[]
  readonly maxCalls: number
}

/** A wish to have a part. */
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

/** An order that was placed before the story; its code. */
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

/** A part in black to the US, at the price that the offer says. */
const agreedIn = (offer: string) => ({
  totalCents: centsOf(/comes to \$([\d.]+)/.exec(offer)?.[1] ?? '0'),
  country: 'US',
  quantity: 1,
  quality: 'standard',
  color: 'Black',
})
