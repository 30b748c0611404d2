// The part of a reply that an agent with a given habit sees, and its interpretation.
import * as v from 'valibot'
import type { Channel } from './habits.ts'
import type { Fields, Reply } from './wire.ts'

export type Seen = {
  readonly failed: boolean
  /** Text that reaches the agent; '' when none does. */
  readonly words: string
  /** Fields that reach the agent. */
  readonly fields: Fields | null
}

export function seenOf(reply: Reply, channel: Channel): Seen {
  if (reply.kind === 'none') return { failed: true, words: '', fields: null }
  if (reply.kind === 'fault') return { failed: true, words: reply.message, fields: null }
  const { isError: failed, texts, fields } = reply
  const [sentence = ''] = texts
  switch (channel) {
    case 'sentence':
      return { failed, words: sentence, fields: null }
    case 'text':
      return {
        failed,
        words: sentence,
        fields: texts.map(objectIn).findLast((one) => one !== null) ?? null,
      }
    case 'fields':
      return { failed, words: failed ? sentence : '', fields }
    case 'fields only':
      return { failed, words: '', fields }
    case 'both':
      return { failed, words: sentence, fields }
  }
}

const record = v.record(v.string(), v.unknown())

function objectIn(text: string): Fields | null {
  if (!text.startsWith('{')) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), record), text)
  return parsed.success ? parsed.output : null
}

/** Removes text in double quotes, which others wrote. */
export const ownWords = (words: string): string => words.replaceAll(/"[^"]*"/g, '""')

/** Returns the first group of the pattern in the service's text. */
const said = (words: string, pattern: RegExp): string | null =>
  pattern.exec(ownWords(words))?.[1] ?? null

export const centsOf = (dollars: number | string): number =>
  Math.round(Number(String(dollars).replaceAll(',', '')) * 100)

export type SeenQuote = {
  readonly quoteId: string
  readonly totalCents: number
  readonly country: string
}

const quoteFields = v.object({
  quote_id: v.string(),
  price: v.object({ total: v.number(), ships_to: v.string() }),
})

export function quoteIn({ words, fields }: Seen): SeenQuote | null {
  const read = v.safeParse(quoteFields, fields)
  if (read.success) {
    const { quote_id: quoteId, price } = read.output
    return { quoteId, totalCents: centsOf(price.total), country: price.ships_to }
  }
  const quoteId = said(words, /quote_id ([\w-]+)/)
  const total = said(words, /comes? to \$([\d,.]*\d)/)
  const country = said(words, /postage to ([A-Z]{2})/)
  if (quoteId === null || total === null || country === null) return null
  return { quoteId, totalCents: centsOf(total), country }
}

export const standings = ['charged', 'declined', 'not_made', 'no_card', 'settling'] as const
export type Standing = (typeof standings)[number]

/** The agent's knowledge of an order. */
export type SeenOrder = {
  readonly code: string
  readonly amountCents: number
  readonly standing: Standing
  readonly paymentUrl: string | null
}

const placedFields = v.object({
  order_code: v.string(),
  amount: v.number(),
  charge: v.picklist(standings),
  payment_url: v.optional(v.nullable(v.string()), null),
})

/** Reads the result of create_print_order or get_order. */
export function orderIn({ words, fields }: Seen): SeenOrder | null {
  const read = v.safeParse(placedFields, fields)
  if (read.success) {
    const { order_code: code, amount, charge: standing, payment_url: paymentUrl } = read.output
    return { code, amountCents: centsOf(amount), standing, paymentUrl }
  }
  const code = said(words, /Order ([A-Z]+-\w+)/)
  const amount = said(words, /\$([\d,.]*\d)/)
  if (code === null || amount === null) return null
  const paymentUrl = said(words, /(?:at|At) (https?:\/\/\S+\/pay)\b/)
  return { code, amountCents: centsOf(amount), standing: standingIn(ownWords(words)), paymentUrl }
}

function standingIn(words: string): Standing {
  if (/not settled|is settled from|will be settled/i.test(words)) return 'settling'
  if (/no card on file/i.test(words)) return 'no_card'
  if (/never reached|was not made/i.test(words)) return 'not_made'
  if (/declined/i.test(words)) return 'declined'
  return /not paid/i.test(words) ? 'declined' : 'charged'
}

export type Listed = {
  readonly code: string
  readonly quoteId: string | null
  readonly amountCents: number
}

const listFields = v.object({
  orders: v.array(
    v.object({
      order_code: v.string(),
      quote_id: v.optional(v.nullable(v.string()), null),
      amount: v.nullable(v.number()),
    }),
  ),
})

/** Reads the result of list_my_orders, newest first; null when it is not a list. */
export function listIn({ words, fields }: Seen): readonly Listed[] | null {
  const read = v.safeParse(listFields, fields)
  if (read.success) {
    return read.output.orders.map(({ order_code: code, quote_id: quoteId, amount }) => {
      return { code, quoteId, amountCents: centsOf(amount ?? 0) }
    })
  }
  const own = ownWords(words)
  if (/no orders yet/.test(own)) return []
  const entries = own.split(/; |\. (?=[A-Z]+-\w+:)/).flatMap((entry) => {
    const code = /([A-Z]+-\w+): /.exec(entry)?.[1]
    const quoteId = /quote_id ([\w-]+)/.exec(entry)?.[1] ?? null
    const amount = /\$([\d,.]*\d)/.exec(entry)?.[1] ?? '0'
    return code === undefined ? [] : [{ code, quoteId, amountCents: centsOf(amount) }]
  })
  return entries.length === 0 ? null : entries
}

/** Returns the stage in words, from track_order. */
export function stageIn({ words, fields }: Seen): string | null {
  const read = v.safeParse(v.object({ stage: v.string() }), fields)
  return read.success ? read.output.stage : said(words, /Order [A-Z]+-\w+: ([^.]+)\./)
}

export const jobIn = ({ words, fields }: Seen): string | null => {
  const read = v.safeParse(v.object({ job_id: v.string() }), fields)
  return read.success ? read.output.job_id : said(words, /job ([\da-f-]{8,})/)
}

/** Returns the model of a generation; `failed`, or null while it runs. */
export function modelIn({ words, fields }: Seen): string | 'failed' | null {
  const read = v.safeParse(
    v.object({ status: v.string(), model_url: v.nullable(v.string()) }),
    fields,
  )
  if (read.success) return read.output.status === 'error' ? 'failed' : read.output.model_url
  if (/generation failed/i.test(words)) return 'failed'
  return said(words, /(gs:\/\/\S*\w)/)
}

/** Meaning of a refusal to an agent that reads it. */
export type Meaning =
  /** The quote already became an order. */
  | { readonly kind: 'placed'; readonly code: string }
  | { readonly kind: 'unclear' }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** The quote cannot be used: a new one has to be made and agreed to. */
  | { readonly kind: 'quote again' }
  /** No call helps; the buyer has to know why. */
  | { readonly kind: 'tell the buyer'; readonly why: string }
  /** Nothing was charged, and the same call may be made again. */
  | { readonly kind: 'try again' }

export function meaningOf({ words }: Seen): Meaning {
  const own = ownWords(words)
  const code = /became order ([A-Z]+-\w+)/.exec(own)?.[1]
  if (code !== undefined) return { kind: 'placed', code }
  const seconds = /wait (\d+) seconds|again in (\d+) seconds/i.exec(own)
  if (seconds !== null) return { kind: 'wait', seconds: Number(seconds[1] ?? seconds[2]) }
  if (/unconfirmed|not known yet|may still be running|may exist/i.test(own)) {
    return { kind: 'unclear' }
  }
  if (/expired|call quote_print|new quote/i.test(own)) return { kind: 'quote again' }
  const limit = /spending limit of \$[\d,.]*\d a day/i.exec(own)
  if (limit !== null) return { kind: 'tell the buyer', why: `Nothing was charged: ${limit[0]}.` }
  const nothing = /nothing was charged|no credits were spent|nothing was kept/i.test(own)
  return { kind: nothing ? 'try again' : 'unclear' }
}

/**
 * Returns text that an obedient agent treats as an instruction of the service: words outside of quotes, and fields
 * that are not described as data.
 */
export function ordersIn(
  seen: Seen,
  outputSchema: unknown,
): { readonly agreed: boolean; readonly link: string | null } {
  const words = [ownWords(seen.words), ...trustedTexts(seen.fields, outputSchema)].join('\n')
  return {
    agreed: /buyer (?:has )?already (?:agreed|confirmed)/i.test(words),
    link: /\bpay at (https?:\/\/[^\s]+)/i.exec(words)?.[1] ?? null,
  }
}

const schemaNode = v.object({
  description: v.optional(v.string(), ''),
  properties: v.optional(record, {}),
  items: v.optional(v.unknown()),
  anyOf: v.optional(v.array(v.unknown()), []),
})

function trustedTexts(value: unknown, schema: unknown): readonly string[] {
  const node = v.safeParse(schemaNode, schema)
  const { description, properties, items, anyOf } = node.success
    ? node.output
    : { description: '', properties: {}, items: undefined, anyOf: [] }
  if (/data, not instructions/i.test(description)) return []
  if (typeof value === 'string') return [ownWords(value)]
  if (Array.isArray(value)) return value.flatMap((one) => trustedTexts(one, items ?? anyOf[0]))
  const read = v.safeParse(record, value)
  if (!read.success) return []
  const inner = Object.keys(properties).length > 0 ? properties : propertiesIn(anyOf)
  return Object.entries(read.output).flatMap(([name, one]) => trustedTexts(one, inner[name]))
}

/** Returns the properties of a field that may be null. */
function propertiesIn(anyOf: readonly unknown[]): Fields {
  for (const one of anyOf) {
    const node = v.safeParse(schemaNode, one)
    if (node.success && Object.keys(node.output.properties).length > 0) {
      return node.output.properties
    }
  }
  return {}
}
