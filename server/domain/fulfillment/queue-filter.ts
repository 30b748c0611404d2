// Which orders the work queue lists, and in which order. A filter is read from the query of an address, and can be written as one.

import { keysOf } from '../base/keys-of.ts'
import { isStorable } from '../base/text.ts'
import { findStockColor } from '../catalog/colors.ts'
import { servedCountries } from '../catalog/countries.ts'
import { materials } from '../catalog/materials.ts'
import { type Material, nozzleDiametersMm } from '../catalog/options.ts'
import {
  isOrderStatus,
  type OrderStatus,
  openStatuses,
  orderStatusLabels,
} from '../orders/status.ts'

/** Orders of a status that are looked through; further ones are not found. */
export const maxCandidates = 10_000
/** Orders in which a search finds its words. */
export const maxMatches = 1_000

export type StatusChoice = 'open' | 'closed' | 'all' | OrderStatus
export const queueSorts = ['due', 'oldest', 'newest'] as const
export type QueueSort = (typeof queueSorts)[number]

/** null = not chosen: every value, or the default that `statusesOf`, `paidOf` and `sortOf` name. */
export type QueueFilter = {
  readonly status: StatusChoice | null
  /** Beginnings of words, each of which must be found; '' = no search. */
  readonly text: string
  readonly material: Material | null
  /** A part of the color's name; see `colorFilterOf`. */
  readonly color: string | null
  readonly nozzleMm: number | null
  readonly country: string | null
  readonly paid: 'yes' | 'no' | 'any' | null
  readonly held: 'yes' | 'no' | null
  /** Only orders that an operator has to review. */
  readonly toReview: boolean
  /** Only orders whose promised date has passed. */
  readonly late: boolean
  /** Only orders that were placed at least this many days ago. */
  readonly ageDays: number | null
  readonly sort: QueueSort | null
  /** Orders with the same material, color and nozzle follow one another. */
  readonly grouped: boolean
}

export const wholeQueue: QueueFilter = {
  status: null,
  text: '',
  material: null,
  color: null,
  nozzleMm: null,
  country: null,
  paid: null,
  held: null,
  toReview: false,
  late: false,
  ageDays: null,
  sort: null,
  grouped: false,
}

export const maxTextLength = 200
/** A color in quotes. */
export const maxColorLength = 66
export const maxAgeDays = 3650

export type ReadFilter = {
  readonly filter: QueueFilter
  /** Parameters with a value that is not known, as sent; they are left out of the filter. */
  readonly unknown: readonly { readonly name: string; readonly value: string }[]
}

type Query = Readonly<Record<string, string | undefined>>

/** Other parameters are ignored. An empty value counts as not sent. */
export function readQueueFilter(query: Query): ReadFilter {
  const unknown: { name: string; value: string }[] = []
  const read = <T>(name: string, parse: (value: string) => T | null): T | null => {
    const value = query[name]?.trim() ?? ''
    if (value === '') return null
    // No text with a NUL is stored, so none can be searched for.
    const parsed = isStorable(value) ? parse(value) : null
    if (parsed === null) unknown.push({ name, value })
    return parsed
  }
  const oneOf =
    <T extends string>(words: readonly T[]) =>
    (value: string): T | null =>
      words.find((word) => word === value) ?? null
  const filter: QueueFilter = {
    text: read('q', (value) => (value.length <= maxTextLength ? value : null)) ?? '',
    status: read('status', statusOf),
    material: read('material', oneOf(keysOf(materials))),
    color: read('color', (value) => (value.length <= maxColorLength ? value : null)),
    nozzleMm: read(
      'nozzle',
      (value) => nozzleDiametersMm.find((mm) => String(mm) === value) ?? null,
    ),
    country: read('country', (value) => oneOf(servedCountries)(value.toUpperCase())),
    paid: read('paid', oneOf(['yes', 'no', 'any'])),
    held: read('held', oneOf(['yes', 'no'])),
    toReview: read('review', oneOf(['yes'])) !== null,
    late: read('late', oneOf(['yes'])) !== null,
    ageDays: read('age', daysOf),
    sort: read('sort', oneOf(queueSorts)),
    grouped: read('group', oneOf(['spool'])) !== null,
  }
  return { filter, unknown }
}

const statusOf = (value: string): StatusChoice | null =>
  value === 'open' || value === 'closed' || value === 'all' || isOrderStatus(value) ? value : null

function daysOf(value: string): number | null {
  const days = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN
  return days >= 1 && days <= maxAgeDays ? days : null
}

/** The parameters that read as this filter; without those that are not chosen. */
export function queueQuery(filter: QueueFilter): URLSearchParams {
  const { text, status, material, color, nozzleMm, country, paid, held, late, ageDays } = filter
  const values: readonly (readonly [string, string | null])[] = [
    ['q', text === '' ? null : text],
    ['status', status],
    ['material', material],
    ['color', color],
    ['nozzle', nozzleMm === null ? null : String(nozzleMm)],
    ['country', country],
    ['paid', paid],
    ['held', held],
    ['review', filter.toReview ? 'yes' : null],
    ['late', late ? 'yes' : null],
    ['age', ageDays === null ? null : String(ageDays)],
    ['sort', filter.sort],
    ['group', filter.grouped ? 'spool' : null],
  ]
  const query = new URLSearchParams()
  for (const [name, value] of values) if (value !== null) query.set(name, value)
  return query
}

/** Which colors a filter takes: the stock color that it names, or one in double quotes, exactly; otherwise any that contains it. */
export function colorFilterOf(color: string): { readonly text: string; readonly exact: boolean } {
  const quoted = /^"(.*)"$/su.exec(color)?.[1]
  if (quoted !== undefined) return { text: quoted, exact: true }
  return { text: color, exact: findStockColor(color) !== null }
}

/** The filter of exactly this color. */
export const exactColorFilter = (color: string): string =>
  findStockColor(color) === null ? `"${color}"` : color

/** A search covers all orders and the plain queue only open ones, unless a status is chosen. */
export const statusChoiceOf = ({ status, text }: QueueFilter): StatusChoice =>
  status ?? (text === '' ? 'open' : 'all')

export function statusesOf(filter: QueueFilter): readonly OrderStatus[] {
  const choice = statusChoiceOf(filter)
  if (choice === 'open') return openStatuses
  if (choice === 'closed') return ['CANCELLED', 'REJECTED']
  if (choice !== 'all') return [choice]
  return keysOf(orderStatusLabels).filter(
    (status) => status !== 'PENDING_PAYMENT' || listsUnpaid(filter),
  )
}

/** Whether orders that wait for their payment are among all. */
export const listsUnpaid = (filter: QueueFilter): boolean => paidOf(filter) !== 'yes'

/** Unpaid orders are listed only on request: by this choice, by a status that they have, or by a search. */
export function paidOf(filter: QueueFilter): 'yes' | 'no' | 'any' {
  if (filter.paid !== null) return filter.paid
  return filter.text === '' && statusChoiceOf(filter) === 'all' ? 'yes' : 'any'
}

/** Only open orders have a date to work by; others are listed newest first. */
export function sortOf(filter: QueueFilter): QueueSort {
  const isOpen = statusesOf(filter).every((status) => openWords.has(status))
  const { sort } = filter
  if (isOpen) return sort ?? 'due'
  return sort === 'oldest' ? 'oldest' : 'newest'
}

const openWords: ReadonlySet<string> = new Set(openStatuses)

/**
 * The words of a search, without accents; the database folds their case. Each is the beginning of a word of the order: of its
 * customer's name, email, city, postal code or phone, its file's name, its country, material or color, or any part of its code.
 */
export function searchWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/gu, '')
  const words = plain
    // Only what follows the prefix of a code is a word of its order.
    .replaceAll(/\b(?:svc|cart|ord|store)-/giu, ' ')
    .split(/\s+/u)
    // An address is a word of its own, and its parts are words as well.
    .flatMap((word) => (word.includes('@') ? [word] : word.split(/[!-/:-@[-`{-~\u2010-\u201f]+/u)))
    .map((word) => [...word].slice(0, maxWordLength).join(''))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, maxWords)
}

/** The search as the beginning of a tracking number, without spaces and signs, in lower case; null where it is too short. */
export function trackingPrefix(text: string): string | null {
  const prefix = text.replaceAll(/[^0-9A-Za-z]/gu, '').toLowerCase()
  return prefix.length < minTrackingLength ? null : prefix
}

/** A shorter search would find whatever a carrier begins its numbers with. */
export const minTrackingLength = 8
const maxWords = 10
/** In code points. `order_search_words` (migration 0015) stores as much of a word; a longer one would not fit into a query. */
const maxWordLength = 100
