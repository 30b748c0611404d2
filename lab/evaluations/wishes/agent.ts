// The agent of a wish: a weaker model with one habit, which knows no more than the last results say.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { baseUrl } from '../../simulation/open-service.ts'
import { quoteIn, type Seen, seenOf } from '../seeing.ts'
import type { World } from '../stage.ts'
import type { Client, Fields } from '../wire.ts'
import type { Customer, Terms } from './customer.ts'
import { isDeadEnd, type NextStep, nextStepOf } from './next-step.ts'

export const weakHabits = [
  'leaves optional arguments out',
  'repeats a refused call once',
  'follows only what the last result names',
] as const
export type WeakHabit = (typeof weakHabits)[number]

/** What a buyer asks for: the model, and the file that the buyer has of it. */
export type Shopping = {
  readonly link: string
  readonly terms: Terms
  readonly address?: Fields
  /** Options as the buyer says them first, where they are not those of the terms. */
  readonly says?: Fields
  /** Optional arguments of the order. */
  readonly extras?: Fields
  readonly file?: { readonly bytes: Uint8Array; readonly name: string }
  /** Arguments that the buyer corrects when a refusal names them. */
  readonly corrections?: Fields
  /** What the buyer does after agreeing, before the order is placed. */
  readonly meanwhile?: () => Promise<void>
  /** Said after agreeing: send it there. */
  readonly thenTo?: string
}

/** The agent cannot go on. */
export class Stuck extends Error {}

const noReply: NextStep = { tools: new Set(), pages: [], again: true, buyer: false }

export class WeakAgent {
  calls = 0
  /** Of them, those that this habit repeated. */
  repeats = 0
  tokens = 0
  readonly deadEnds: string[] = []
  readonly #habit: WeakHabit
  readonly #client: Client
  readonly #world: World
  readonly #customer: Customer
  /** null: the buyer has just spoken, and any tool may be chosen. */
  #last: { readonly tool: string; readonly step: NextStep } | null = null

  constructor(habit: WeakHabit, { client, world, customer }: AgentParts) {
    this.#habit = habit
    this.#client = client
    this.#world = world
    this.#customer = customer
  }

  /** The buyer says something new: the agent chooses among all tools again. */
  listen(): void {
    this.#last = null
  }

  tell(words: string): void {
    this.#customer.heard.push(words)
  }

  async wait(seconds: number): Promise<void> {
    await this.#world.wait(seconds)
  }

  /** `learned`: optional arguments that the buyer or a result insisted on. */
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
      // The description says what to do then.
      this.#last = null
      return seen
    }
    const step =
      reply.kind === 'fault' ? noReply : nextStepOf(seen.words, this.#client.tools.keys())
    if (isDeadEnd(step)) this.deadEnds.push(`${tool} names no next step: ${seen.words}`)
    this.#last = { tool, step }
    return seen
  }

  /** Quotes until the buyer agrees or says no, and places the order. Its code; null when there is none. */
  async buy(shopping: Shopping): Promise<string | null> {
    const { terms } = shopping
    const { material, quantity, quality, color } = terms
    let { link } = shopping
    const { country } = terms
    const wanted = { material, quantity, quality, color: color.says, country }
    const options: Fields = { ...wanted, ...shopping.says }
    let learned: Fields = {}
    for (let round = 0; round < 8; round += 1) {
      const seen = await this.use('quote_print', { model_url: link }, { options, learned })
      const quote = seen.failed ? null : quoteIn(seen)
      if (quote === null) {
        const repair = await this.#repairQuote(seen, link, shopping)
        if (repair === null) return null
        ;({ link } = repair)
        learned = { ...learned, ...repair.learned }
        continue
      }
      const reaction = this.#customer.consider(seen.words, terms)
      if (reaction.kind === 'no') return null
      if (reaction.kind === 'objects') {
        // The buyer has spoken: the same tool with other options.
        this.listen()
        learned = { ...learned, ...reaction.options }
        continue
      }
      if (reaction.kind === 'other size') {
        const sized = sizedLink(seen.words, link, terms.longestMm)
        if (sized === null) throw new Stuck(`nothing says how to make it ${terms.longestMm} mm`)
        link = sized
        this.listen()
        continue
      }
      const ended = await this.#order(quote.quoteId, shopping, learned)
      if (ended.kind === 'placed') return ended.code
      if (ended.kind === 'refused') return null
      learned = { ...learned, ...ended.learned }
    }
    throw new Stuck('eight quotes led to no order')
  }

  async #repairQuote(
    seen: Seen,
    link: string,
    { terms, file, corrections = {} }: Shopping,
  ): Promise<{ readonly link: string; readonly learned?: Fields } | null> {
    const { words } = seen
    const seconds = /wait (\d+) seconds|again in (\d+) seconds/i.exec(words)
    if (seconds !== null) {
      await this.wait(Number(seconds[1] ?? seconds[2]))
      return { link }
    }
    const handIn = new RegExp(`${baseUrl}/hand-in/\\w+`).exec(words)?.[0]
    if (handIn !== undefined && file !== undefined) {
      const taken = await this.#customer.handIn(handIn, file.bytes, file.name)
      if (!taken) throw new Stuck('the file could not be handed in')
      return { link: handIn }
    }
    const sized = sizedLink(words, link, terms.longestMm)
    if (sized !== null) return { link: sized }
    const corrected = correctionIn(words, corrections)
    if (corrected !== null) return { link, learned: corrected }
    this.tell(words)
    return null
  }

  async #order(quoteId: string, shopping: Shopping, learned: Fields): Promise<Ended> {
    await shopping.meanwhile?.()
    const { country = shopping.terms.country } = learned
    let args: Fields = {
      quote_id: quoteId,
      confirm: true,
      ...(shopping.address ?? homes['US']),
      country: shopping.thenTo ?? country,
    }
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const seen = await this.use('create_print_order', args, { options: shopping.extras ?? {} })
      const { words } = seen
      const placed = /(?:Order|became order|order) ([A-Z]+-\w+)/.exec(words)?.[1]
      if (placed !== undefined) {
        this.tell(words)
        return { kind: 'placed', code: placed }
      }
      if (words === '' || /list_my_orders/.test(words)) {
        const code = await this.#find(quoteId)
        if (code !== null) return { kind: 'placed', code }
        continue
      }
      const seconds = /wait (\d+) seconds/i.exec(words)
      const corrected = correctionIn(words, shopping.corrections ?? {})
      if (seconds !== null) await this.wait(Number(seconds[1]))
      else if (corrected !== null) args = { ...args, ...corrected }
      else {
        this.tell(words)
        if (!/quote_print/.test(words)) return { kind: 'refused' }
        return { kind: 'quote again', learned: shopping.thenTo ? { country: shopping.thenTo } : {} }
      }
    }
    throw new Stuck('six calls placed no order')
  }

  /** After a call without a result. */
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
  | { readonly kind: 'quote again'; readonly learned: Fields }

/** The link with the unit or the size that the words offer, where it leads to the size that was meant. */
function sizedLink(words: string, link: string, longestMm: number): string | null {
  for (const [, unit, sides = ''] of words.matchAll(/#units=(\w+) makes it ([\d. x]+) mm/g)) {
    const longest = Math.max(...sides.split(' x ').map(Number))
    if (Math.abs(longest - longestMm) <= 0.1) return `${link.replace(/#.*/, '')}#units=${unit}`
  }
  return words.includes('#sizeMm=') ? `${link.replace(/#.*/, '')}#sizeMm=${longestMm}` : null
}

/** The corrections of the arguments that the words name first. */
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
