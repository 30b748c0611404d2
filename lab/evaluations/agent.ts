// A scripted agent, which performs the complete task from the materials to the tracking, according to its habits.
import { type Buyer, otherCountry, color as theColor } from './buyer.ts'
import type { Habits } from './habits.ts'
import type { Plan } from './plan.ts'
import {
  jobIn,
  listIn,
  type Meaning,
  meaningOf,
  modelIn,
  orderIn,
  ordersIn,
  quoteIn,
  type Seen,
  type SeenOrder,
  type SeenQuote,
  seenOf,
  stageIn,
} from './seeing.ts'
import type { Client, Fields } from './wire.ts'

/** The agent's closing statement to the buyer. */
export type Report =
  | { readonly kind: 'no order'; readonly why: string }
  | { readonly kind: 'order'; readonly order: SeenOrder; readonly stage: string }
  /** The agent does not know. */
  | { readonly kind: 'lost'; readonly why: string }

export type Errand = {
  readonly plan: Plan
  readonly client: Client
  readonly buyer: Buyer
  readonly email: string
  /** Link to the buyer's file; null when the model has to be generated. */
  readonly link: string | null
  readonly wait: (seconds: number) => Promise<void>
  readonly note: (line: string) => void
}

/** Terms of the next quote. `claim`: what the buyer was told about the previous quote; null if there was none. */
type QuoteTerms = { readonly country: string; readonly claim: string | null }

export class Agent {
  readonly #errand: Errand
  readonly #habits: Habits
  /** Whether the service seemed to say that the buyer has agreed. */
  #isToldAgreed = false
  #hasPaid = false

  constructor(errand: Errand) {
    this.#errand = errand
    this.#habits = errand.plan.habits
  }

  /** Runs the complete scenario. */
  async run(): Promise<Report> {
    const { client, link } = this.#errand
    await client.connect()
    await this.#read('list_materials', {})
    const model = link ?? (await this.#generate())
    if (model === null) return { kind: 'lost', why: 'No model was made.' }
    let terms: QuoteTerms = { country: 'US', claim: null }
    for (let round = 0; round < 5; round += 1) {
      const ended = await this.#buy(model, terms)
      if ('report' in ended) return ended.report
      if (this.#habits.givesUp === true && ended.terms.claim !== null) {
        return { kind: 'no order', why: ended.terms.claim }
      }
      terms = ended.terms
    }
    return { kind: 'no order', why: `It was tried five times. ${terms.claim ?? ''}` }
  }

  /**
   * Gets a quote and the buyer's consent, and orders; returns the terms of the next quote when there is no order yet.
   */
  async #buy(
    model: string,
    terms: QuoteTerms,
  ): Promise<{ report: Report } | { terms: QuoteTerms }> {
    const quote = await this.#quote(model, terms.country)
    if (quote === null) return { report: { kind: 'lost', why: 'No price could be had.' } }
    const { buyer } = this.#errand
    const answer = this.#isToldAgreed ? 'yes' : await buyer.ask(quote, terms.claim)
    if (answer === 'no') {
      return { report: { kind: 'no order', why: 'The buyer did not agree.' } }
    }
    const country = answer === 'abroad' ? otherCountry : terms.country
    // An agent that ignores instructions orders the quote of the first country.
    const quotesAgain = answer === 'abroad' && this.#habits.ignoresAdvice !== true
    if (quotesAgain) return { terms: { ...terms, country } }
    if (this.#habits.diesOn400 === true && terms.claim === null) await this.#call('place_order', {})
    const ended = await this.#order(quote, country)
    if (ended.kind === 'refused') return { report: { kind: 'no order', why: ended.why } }
    if (ended.kind === 'not placed') return { terms: { country, claim: ended.claim } }
    return { report: await this.#follow(ended.code, quote, ended.order) }
  }

  async #call(tool: string, args: Fields): Promise<Seen> {
    const { client } = this.#errand
    const seen = seenOf(await client.call(tool, args), this.#habits.channel)
    if (this.#habits.obeysText === true) {
      const { agreed, link } = ordersIn(seen, client.tools.get(tool)?.outputSchema)
      if (agreed) this.#isToldAgreed = true
      if (link !== null) await this.#pay(link.replace(/[.,]$/, ''))
    }
    return seen
  }

  /** Repeats a call that costs nothing until it succeeds; null when it never does. */
  async #read(tool: string, args: Fields): Promise<Seen | null> {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const seen = await this.#call(tool, args)
      if (!seen.failed) return seen
      await this.#pause(meaningOf(seen), attempt)
    }
    return null
  }

  /** Waits before a retry. An agent that ignores advice does not wait at first, but stops eventually. */
  async #pause(meaning: Meaning, attempt: number): Promise<void> {
    if (this.#habits.ignoresAdvice === true && attempt < 2) return
    if (meaning.kind === 'wait') return await this.#errand.wait(meaning.seconds)
    await this.#errand.wait(attempt < 3 ? 60 : 900)
  }

  async #generate(): Promise<string | null> {
    const { note, wait } = this.#errand
    const args = { prompt: 'a small vase', confirm: true }
    let job: string | null = null
    for (let attempt = 0; job === null && attempt < 8; attempt += 1) {
      const seen = await this.#call('generate_model', args)
      job = jobIn(seen)
      // The account may have no credits left; sending the buyer to the account page is not part of the scenario.
      if (job === null) await this.#pause(meaningOf(seen), attempt)
    }
    if (job === null) return null
    for (let poll = 0; poll < 40; poll += 1) {
      await wait(10)
      const seen = await this.#read('get_generation', { job_id: job })
      const model = seen === null ? null : modelIn(seen)
      if (model === 'failed') return null
      if (model !== null) return model
    }
    note('the generation never ends')
    return null
  }

  async #quote(model_url: string, country: string): Promise<SeenQuote | null> {
    const { quantity, material } = this.#errand.plan
    const args = { model_url, quantity, material, color: theColor, country }
    const seen = await this.#read('quote_print', args)
    return seen === null ? null : quoteIn(seen)
  }

  /** Repeats until an order of the quote is known, or it is known that there is none. */
  async #order(quote: SeenQuote, country: string): Promise<Ordered> {
    const { repeats = 0 } = this.#habits
    const args = { quote_id: quote.quoteId, confirm: true, ...this.#addressIn(country) }
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const seen = await this.#call('create_print_order', args)
      const order = seen.failed ? null : orderIn(seen)
      if (order !== null) return { kind: 'placed', code: order.code, order }
      const meaning = meaningOf(seen)
      if (meaning.kind === 'placed') return { kind: 'placed', code: meaning.code, order: null }
      if (attempt < repeats) continue
      const next = await this.#afterRefusal(meaning, quote, attempt)
      if (next !== 'again') return next
    }
    return { kind: 'not placed', claim: 'It was refused ten times, and no order is listed.' }
  }

  async #afterRefusal(
    meaning: Meaning,
    quote: SeenQuote,
    attempt: number,
  ): Promise<Ordered | 'again'> {
    switch (meaning.kind) {
      case 'quote again':
        return {
          kind: 'not placed',
          claim: 'The quote could not be used, and nothing was charged.',
        }
      case 'try again':
        if (this.#habits.startsOver === true || this.#habits.givesUp === true) {
          return { kind: 'not placed', claim: 'It failed, and nothing was charged.' }
        }
        await this.#errand.wait(10)
        return 'again'
      case 'wait':
        await this.#pause(meaning, attempt)
        return 'again'
      case 'tell the buyer':
        return { kind: 'refused', why: meaning.why }
      case 'placed':
        return { kind: 'placed', code: meaning.code, order: null }
      case 'unclear':
        return await this.#look(quote, attempt)
    }
  }

  /** Reads the list after a call with an unknown result. */
  async #look({ quoteId }: SeenQuote, attempt: number): Promise<Ordered | 'again'> {
    for (let reading = 0; reading < 2; reading += 1) {
      await this.#errand.wait(attempt < 3 ? 60 : 1800)
      const seen = await this.#read('list_my_orders', {})
      const found = seen && listIn(seen)?.find((listed) => listed.quoteId === quoteId)
      if (found) return { kind: 'placed', code: found.code, order: null }
    }
    return 'again'
  }

  /** Follows the placed order to the final report. */
  async #follow(code: string, quote: SeenQuote, placed: SeenOrder | null): Promise<Report> {
    const { note } = this.#errand
    // The link of the first response is used even when advice is next to it.
    if (this.#habits.ignoresAdvice === true && placed?.paymentUrl) {
      await this.#pay(placed.paymentUrl)
    }
    const known = this.#habits.forgets === true ? await this.#find(quote) : code
    if (known === null) return { kind: 'lost', why: 'The order was not found again.' }
    for (let poll = 0; poll < 30; poll += 1) {
      const hadPaid = this.#hasPaid
      const seen = await this.#read('get_order', { code: known })
      const order = seen && orderIn(seen)
      if (order === null) return { kind: 'lost', why: `Order ${known} could not be read.` }
      if (order.standing === 'settling') {
        note('the charge is settling')
        await this.#errand.wait(60)
        continue
      }
      if (order.paymentUrl !== null && !this.#hasPaid) await this.#pay(order.paymentUrl)
      // Facts that were read before the payment are outdated.
      if (this.#hasPaid !== hadPaid) continue
      return await this.#track(order)
    }
    return { kind: 'lost', why: `The charge of order ${known} never settled.` }
  }

  async #pay(url: string): Promise<void> {
    this.#hasPaid = true
    await this.#errand.buyer.pay(url)
  }

  /** Finds the order in the list of the account by the values of the quote. */
  async #find({ quoteId, totalCents }: SeenQuote): Promise<string | null> {
    const seen = await this.#read('list_my_orders', {})
    const listed = (seen && listIn(seen)) ?? []
    const found = listed.find((one) => one.quoteId === quoteId)
    return (found ?? listed.find((one) => one.amountCents === totalCents))?.code ?? null
  }

  async #track(order: SeenOrder): Promise<Report> {
    const seen = await this.#read('track_order', {
      order_code: order.code,
      email: this.#errand.email,
    })
    const stage = seen && stageIn(seen)
    return stage === null
      ? { kind: 'lost', why: `Order ${order.code} could not be tracked.` }
      : { kind: 'order', order, stage }
  }

  #addressIn(country: string) {
    const { email } = this.#errand
    return { ...address, email, country }
  }
}

type Ordered =
  /** The quote cannot be ordered. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'placed'; readonly code: string; readonly order: SeenOrder | null }
  /** `claim`: statement to the buyer before the next quote. */
  | { readonly kind: 'not placed'; readonly claim: string }

const address = {
  recipient_name: 'Ada Example',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
} as const
