// The agent of a wish: a weaker model with one habit, which knows only what the last results say.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { baseUrl } from '../../simulation/open-service.ts'
import { quoteIn, type Seen, seenOf } from '../seeing.ts'
import type { World } from '../stage.ts'
import type { Client, Fields } from '../wire.ts'
import type { Customer, Reaction, Terms } from './customer.ts'
import { isDeadEnd, type NextStep, nextStepOf } from './next-step.ts'

export const weakHabits = [
  'leaves optional arguments out',
  'repeats a refused call once',
  'follows only what the last result names',
] as const
export type WeakHabit = (typeof weakHabits)[number]

/** Request of a buyer: the model, and the buyer's file of it. */
export type Shopping = {
  readonly link: string
  readonly terms: Terms
  readonly address?: Fields
  /** Options as the buyer first states them, when they differ from those of the terms. */
  readonly says?: Fields
  /** Optional arguments of the order. */
  readonly extras?: Fields
  readonly file?: { readonly bytes: Uint8Array; readonly name: string }
  /** Arguments that the buyer corrects when a refusal names them. */
  readonly corrections?: Fields
  /** Action of the buyer after agreeing, before the order is placed. */
  readonly meanwhile?: () => Promise<void>
  /** Country to which the buyer wants the part sent, named after agreeing. */
  readonly thenTo?: string
}

/** The agent cannot continue. */
export class Stuck extends Error {}

const noReply: NextStep = { tools: new Set(), pages: [], again: true, buyer: false }

export class WeakAgent {
  calls = 0
  /** Number of errors that this habit repeated. */
  repeats = 0
  tokens = 0
  readonly deadEnds: string[] = []
  readonly #habit: WeakHabit
  readonly #client: Client
  readonly #world: World
  readonly #customer: Customer
  /** Last call. Null: the buyer has just spoken, and any tool may be chosen. */
  #last: { readonly tool: string; readonly step: NextStep } | null = null

  constructor(habit: WeakHabit, { client, world, customer }: AgentParts) {
    this.#habit = habit
    this.#client = client
    this.#world = world
    this.#customer = customer
  }

  /** Records that the buyer has spoken, after which the agent chooses among all tools again. */
  listen(): void {
    this.#last = null
  }

  tell(words: string): void {
    this.#customer.heard.push(words)
  }

  async wait(seconds: number): Promise<void> {
    await this.#world.wait(seconds)
  }

  /** Calls a tool. `learned`: optional arguments that the buyer or a result insisted on. */
  async use(
    tool: string,
    args: Fields = {},
    { options = {}, learned = {} }: { options?: Fields; learned?: Fields } = {},
  ): Promise<Seen> {
    this.#mayUse(tool)
    const omits = this.#habit === 'leaves optional arguments out'
    const sent = { ...args, ...(omits ? {} : options), ...learned }
    const seen = await this.#call(tool, sent)
    if (!seen.failed || this.#habit !== 'repeats a refused call once') return seen
    this.repeats += 1
    return await this.#call(tool, sent)
  }

  #mayUse(tool: string): void {
    if (this.#habit !== 'follows only what the last result names' || this.#last === null) return
    const { tool: last, step } = this.#last
    if (step.tools.has(tool) || (step.again && tool === last)) return
    throw new Stuck(`the last result, of ${last}, does not lead to ${tool}`)
  }

  async #call(tool: string, args: Fields): Promise<Seen> {
    if (this.calls >= 30) throw new Stuck('30 calls were not enough')
    const reply = await this.#client.call(tool, args)
    const seen = seenOf(reply, 'sentence')
    this.calls += 1
    this.tokens += countTokens(`${JSON.stringify(args)}${seen.words}`)
    if (reply.kind === 'none') {
      // The description explains the next step.
      this.#last = null
      return seen
    }
    const step =
      reply.kind === 'fault' ? noReply : nextStepOf(seen.words, this.#client.tools.keys())
    if (isDeadEnd(step)) this.deadEnds.push(`${tool} names no next step: ${seen.words}`)
    this.#last = { tool, step }
    return seen
  }

  /** Quotes until the buyer agrees or declines, and places the order. Returns its code; null when there is none. */
  async buy(shopping: Shopping): Promise<string | null> {
    const { material, quantity, quality, color, country } = shopping.terms
    const wanted = { material, quantity, quality, color: color.says, country }
    const options: Fields = { ...wanted, ...shopping.says }
    const deal: Deal = { link: shopping.link, terms: shopping.terms, learned: {} }
    for (let round = 0; round < 8; round += 1) {
      const { link, learned } = deal
      const seen = await this.use('quote_print', { model_url: link }, { options, learned })
      const quote = seen.failed ? null : quoteIn(seen)
      if (quote === null) {
        if (await this.#isMended(seen, deal, shopping)) continue
        return null
      }
      const reaction = this.#customer.consider(seen.words, deal.terms)
      if (reaction.kind === 'no') return null
      if (reaction.kind !== 'yes') {
        this.#takeUp(reaction, seen, deal)
        continue
      }
      const ended = await this.#order(quote.quoteId, shopping, deal)
      if (ended.kind === 'placed') return ended.code
      if (ended.kind === 'refused') return null
    }
    throw new Stuck('eight quotes led to no order')
  }

  /** Applies an objection of the buyer to the next quote. */
  #takeUp(reaction: Reaction, { words }: Seen, deal: Deal): void {
    // The buyer has spoken.
    this.listen()
    if (reaction.kind === 'objects') deal.learned = { ...deal.learned, ...reaction.options }
    if (reaction.kind !== 'other size') return
    const { longestMm } = deal.terms
    const sized = sizedLink(words, deal.link, longestMm)
    if (sized === null) throw new Stuck(`nothing says how to make it ${longestMm} mm`)
    deal.link = sized
  }

  /** Returns, after a refused quote, whether the next one may succeed. Otherwise the buyer has been informed. */
  async #isMended(
    { words }: Seen,
    deal: Deal,
    { file, corrections = {} }: Shopping,
  ): Promise<boolean> {
    const seconds = /wait (\d+) seconds|again in (\d+) seconds/i.exec(words)
    if (seconds !== null) {
      await this.wait(Number(seconds[1] ?? seconds[2]))
      return true
    }
    const handIn = new RegExp(`${baseUrl}/hand-in/\\w+`).exec(words)?.[0]
    if (handIn !== undefined && file !== undefined) {
      const taken = await this.#customer.handIn(handIn, file.bytes, file.name)
      if (!taken) throw new Stuck('the file could not be handed in')
      deal.link = handIn
      return true
    }
    const sized = sizedLink(words, deal.link, deal.terms.longestMm)
    const corrected = correctionIn(words, corrections)
    if (sized === null && corrected === null) {
      this.tell(words)
      return false
    }
    deal.link = sized ?? deal.link
    deal.learned = { ...deal.learned, ...corrected }
    return true
  }

  async #order(quoteId: string, shopping: Shopping, deal: Deal): Promise<Ended> {
    await shopping.meanwhile?.()
    const { thenTo: country = deal.terms.country } = shopping
    const home = shopping.address ?? homes['US']
    let args: Fields = { quote_id: quoteId, confirm: true, ...home, country }
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const seen = await this.use('create_print_order', args, { options: shopping.extras ?? {} })
      const { words } = seen
      const code = await this.#placedBy(words, quoteId)
      if (code !== null) {
        this.tell(words)
        return { kind: 'placed', code }
      }
      const corrected = correctionIn(words, shopping.corrections ?? {})
      const seconds = /wait (\d+) seconds/i.exec(words)?.[1]
      if (seconds !== undefined) await this.wait(Number(seconds))
      if (words === '' || seconds !== undefined) continue
      if (corrected === null) {
        this.tell(words)
        if (!words.includes('quote_print')) return { kind: 'refused' }
        deal.terms = { ...deal.terms, country }
        deal.learned = { ...deal.learned, ...(country !== 'US' && { country }) }
        return { kind: 'quote again' }
      }
      args = { ...args, ...corrected }
    }
    throw new Stuck('six calls placed no order')
  }

  async #placedBy(words: string, quoteId: string): Promise<string | null> {
    const isUnclear = words === '' || words.includes('list_my_orders')
    return placedIn(words) ?? (isUnclear ? await this.#find(quoteId) : null)
  }

  /** Finds the order after a call without a clear result. */
  async #find(quoteId: string): Promise<string | null> {
    await this.wait(60)
    const { words } = await this.use('list_my_orders')
    const entry = words.split('; ').find((one) => one.includes(quoteId))
    const code = /([A-Z]+-\w+): /.exec(entry ?? '')?.[1] ?? null
    if (entry !== undefined) this.tell(entry)
    return code
  }
}

type AgentParts = {
  readonly client: Client
  readonly world: World
  readonly customer: Customer
}

type Ended =
  | { readonly kind: 'placed'; readonly code: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'quote again' }

/** Options of the next quote. */
type Deal = { link: string; terms: Terms; learned: Fields }

const placedIn = (words: string): string | null =>
  /(?:Order|became order|order) ([A-Z]+-\w+)/.exec(words)?.[1] ?? null

/** Returns the link with the unit or the size that the words offer, when it leads to the intended size. */
function sizedLink(words: string, link: string, longestMm: number): string | null {
  for (const [, unit, sides = ''] of words.matchAll(/#units=(\w+) makes it ([\d. x]+) mm/g)) {
    const longest = Math.max(...sides.split(' x ').map(Number))
    if (Math.abs(longest - longestMm) <= 0.1) return `${link.replace(/#.*/, '')}#units=${unit}`
  }
  return words.includes('#sizeMm=') ? `${link.replace(/#.*/, '')}#sizeMm=${longestMm}` : null
}

/** Returns the corrections of the arguments that the words name first. */
function correctionIn(words: string, corrections: Fields): Fields | null {
  const [problem = ''] = words.split(/ \w+ takes /)
  const named = Object.entries(corrections).filter(([name]) =>
    new RegExp(`\\b${name === 'country' ? 'country|Countries' : name}\\b`).test(problem),
  )
  return named.length === 0 ? null : Object.fromEntries(named)
}

const ada = { recipient_name: 'Ada Example', email: 'ada@example.com' }

export const homes = {
  US: { ...ada, street1: '1 Main Street', city: 'Springfield', state: 'IL', zip: '62701' },
  DE: { ...ada, street1: 'Rosenstraße 8', city: 'München', state: 'BY', zip: '80331' },
  GB: { ...ada, street1: '7 High Street', city: 'Leeds', state: 'West Yorkshire', zip: 'LS1 1AA' },
} as const
