// The buyer of a wish: reads offers as the agent shows them, agrees only to the wanted part at a stated price, and
// uploads files.
import { baseUrl } from '../../simulation/open-service.ts'
import { centsOf, ownWords } from '../seeing.ts'
import type { World } from '../stage.ts'
import type { Fields } from '../wire.ts'

export type Terms = {
  readonly quantity: number
  readonly material: 'pla' | 'petg' | 'abs' | 'asa' | 'tpu'
  /** `says`: the buyer's name for the color. `takes`: the intended stock color; null for one that is not in stock. */
  readonly color: { readonly says: string; readonly takes: string | null }
  readonly country: string
  readonly quality: 'standard' | 'premium'
  /** Required longest side of the part. */
  readonly longestMm: number
  readonly maxCents: number
}

export const usual: Terms = {
  quantity: 1,
  material: 'pla',
  color: { says: 'Black', takes: 'Black' },
  country: 'US',
  quality: 'standard',
  longestMm: 60,
  maxCents: 1_000_00,
}

export type Agreement = {
  readonly totalCents: number
  readonly country: string
  readonly quantity: number
  readonly material: string
  readonly quality: string
  readonly color: string
}

export type Reaction =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly why: string }
  /** The offer differs from the buyer's wish: the options for another quote. */
  | { readonly kind: 'objects'; readonly options: Fields }
  /** The offered size differs from the wish. */
  | { readonly kind: 'other size' }

export type Customer = {
  readonly agreements: Agreement[]
  /** Agreements from before the scenario. */
  readonly earlier: Agreement[]
  /** All text that the agent passed on. */
  readonly heard: string[]
  readonly consider: (offer: string, terms: Terms) => Reaction
  /** Opens the address in a refusal and uploads the file. */
  readonly handIn: (url: string, bytes: Uint8Array, fileName: string) => Promise<boolean>
}

const offerPattern =
  /(One|\d+) parts? in (\w+), (\w+) quality, comes? to \$([\d,.]*\d)(?:\D.*?postage to ([A-Z]{2}))?/
const stockColorPattern = /quote color ([A-Z][\w ]*)\./

export function openCustomer({ stage }: World): Customer {
  const agreements: Agreement[] = []
  const heard: string[] = []
  return {
    agreements,
    earlier: [],
    heard,
    consider: (offer, terms) => {
      heard.push(offer)
      const words = ownWords(offer)
      const [, count, material, quality, total, country] = offerPattern.exec(words) ?? []
      if (total === undefined) return { kind: 'no', why: 'No price was said.' }
      if (country === undefined) return { kind: 'no', why: 'No country was said.' }
      const options = {
        ...((count === 'One' ? 1 : Number(count)) !== terms.quantity && {
          quantity: terms.quantity,
        }),
        ...(material !== terms.material && { material: terms.material }),
        ...(quality !== terms.quality && { quality: terms.quality }),
        ...(country !== terms.country && { country: terms.country }),
        ...colorObjection(offer, terms),
      }
      if (Object.keys(options).length > 0) return { kind: 'objects', options }
      const longestMm = longestIn(words)
      if (Math.abs(longestMm - terms.longestMm) > 0.1) {
        return { kind: 'other size' }
      }
      const totalCents = centsOf(total)
      if (totalCents > terms.maxCents) return { kind: 'no', why: 'It is too expensive.' }
      const color = terms.color.takes ?? terms.color.says
      const { quantity } = terms
      agreements.push({
        totalCents,
        country,
        quantity,
        material: terms.material,
        quality: terms.quality,
        color,
      })
      return { kind: 'yes' }
    },
    handIn: async (url, bytes, fileName) => {
      if (!url.startsWith(`${baseUrl}/`)) return false
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(bytes)]), fileName)
      const sent = await stage.handle(new Request(url, { method: 'POST', body }))
      return sent.ok
    },
  }
}

/** Objects to a surcharge on the color when a stock color was intended, and to a missing color when one was named. */
function colorObjection(offer: string, { color }: Terms): { readonly color?: string } {
  const isNone = offer.includes('No color was given')
  if (color.takes === null) return offer.includes(color.says) ? {} : { color: color.says }
  if (isNone) return { color: color.says }
  if (!offer.includes('not a stock color')) return {}
  const stock = stockColorPattern.exec(offer)?.[1]
  return { color: stock === color.takes ? stock : color.says }
}

function longestIn(words: string): number {
  const [, sides = ''] = /The part is ([\d. x]+) mm/.exec(words) ?? []
  return Math.max(0, ...sides.split(' x ').map(Number))
}
