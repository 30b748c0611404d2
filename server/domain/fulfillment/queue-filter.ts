// The filter and sort order of the work queue. A filter is parsed from a URL query and can be formatted as one.

import { keysOf } from '../base/keys-of.ts'
import { isStorable } from '../base/text/text.ts'
import { readWhole } from '../base/text/whole-number.ts'
import { findStockColor } from '../catalog/colors.ts'
import { servedCountries } from '../catalog/countries.ts'
import { materialNames } from '../catalog/materials.ts'
import { type Material, nozzleDiametersMm } from '../catalog/options.ts'
import {
  closedStatuses,
  isOrderStatus,
  type OrderStatus,
  openStatuses,
  orderStatusLabels,
} from '../orders/record/status.ts'

/** Number of orders of a status that are searched. Orders beyond the limit are not found. */
export const maxCandidates = 10_000
/** Maximum number of orders that a text search matches. */
export const maxMatches = 1_000

export type StatusChoice = 'open' | 'closed' | 'all' | OrderStatus
export const queueSorts = ['due', 'oldest', 'newest'] as const
export type QueueSort = (typeof queueSorts)[number]

/** null = not selected: any value, or the default from `statusesOf`, `paidOf` and `sortOf`. */
export type QueueFilter = {
  readonly status: StatusChoice | null
  /** Word prefixes that must all match; '' = no search. */
  readonly text: string
  readonly material: Material | null
  /** A part of the color name; see `colorFilterOf`. */
  readonly color: string | null
  readonly nozzleMm: number | null
  readonly country: string | null
  readonly paid: 'yes' | 'no' | 'any' | null
  readonly held: 'yes' | 'no' | null
  /** Only orders with a pending review. */
  readonly toReview: boolean
  /** Only orders whose promised date has passed. */
  readonly late: boolean
  /** Only orders that were placed at least this many days ago. */
  readonly ageDays: number | null
  readonly sort: QueueSort | null
  /** Whether to list orders with the same material, color and nozzle together. */
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
/** Length of a quoted color. */
export const maxColorLength = 66
export const maxAgeDays = 3650

export type ReadFilter = {
  readonly filter: QueueFilter
  /** Parameters with an unknown value, as sent. The filter ignores them. */
  readonly unknown: readonly { readonly name: string; readonly value: string }[]
}

type Query = Readonly<Record<string, string | undefined>>

/** Parses the query. Other parameters are ignored, and an empty value is treated as absent. */
export function readQueueFilter(query: Query): ReadFilter {
  const unknown: { name: string; value: string }[] = []
  const read = <T>(name: string, parse: (value: string) => T | null): T | null => {
    const value = query[name]?.trim() ?? ''
    if (value === '') return null
    // Stored texts contain no NUL, so a search for one cannot match.
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
    material: read('material', oneOf(materialNames)),
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
  const days = readWhole(value, 4)
  return days !== null && days >= 1 && days <= maxAgeDays ? days : null
}

/** Returns the query parameters of this filter, without unselected ones. */
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

/**
 * Returns the colors that a filter matches: a stock color or a color in double quotes matches exactly, any other text
 * matches as a substring.
 */
export function colorFilterOf(color: string): { readonly text: string; readonly exact: boolean } {
  const quoted = /^"(.*)"$/su.exec(color)?.[1]
  if (quoted !== undefined) return { text: quoted, exact: true }
  return { text: color, exact: findStockColor(color) !== null }
}

/** Returns the filter text that matches exactly this color. */
export const exactColorFilter = (color: string): string =>
  findStockColor(color) === null ? `"${color}"` : color

/**
 * Returns the status filter. A search includes all orders, and the plain queue only open ones, unless a status is
 * selected.
 */
export const statusChoiceOf = ({ status, text }: QueueFilter): StatusChoice =>
  status ?? (text === '' ? 'open' : 'all')

export function statusesOf(filter: QueueFilter): readonly OrderStatus[] {
  const choice = statusChoiceOf(filter)
  if (choice === 'open') return openStatuses
  if (choice === 'closed') return closedStatuses
  if (choice !== 'all') return [choice]
  return keysOf(orderStatusLabels).filter(
    (status) => status !== 'PENDING_PAYMENT' || listsUnpaid(filter),
  )
}

/** Whether the filter includes orders that wait for payment. */
export const listsUnpaid = (filter: QueueFilter): boolean => paidOf(filter) !== 'yes'

/**
 * Returns the payment filter. Unpaid orders are listed only on request: by this option, by an unpaid status, or by a
 * search.
 */
export function paidOf(filter: QueueFilter): 'yes' | 'no' | 'any' {
  if (filter.paid !== null) return filter.paid
  return filter.text === '' && statusChoiceOf(filter) === 'all' ? 'yes' : 'any'
}

/** Returns the sort order. Only open orders have a due date; other orders are listed newest first. */
export function sortOf(filter: QueueFilter): QueueSort {
  const isOpen = statusesOf(filter).every((status) => openWords.has(status))
  const { sort } = filter
  if (isOpen) return sort ?? 'due'
  return sort === 'oldest' ? 'oldest' : 'newest'
}

const openWords: ReadonlySet<string> = new Set(openStatuses)

/**
 * Returns the words of a search without accents; the database folds their case. Each is a prefix of a word of the
 * order: its customer's name, email, city, postal code or phone, its file name, country, material or color, or any
 * part of its code.
 */
export function searchWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/gu, '')
  const words = plain
    // Only the part of a code after its prefix is a search word.
    .replaceAll(/\b(?:svc|cart|ord|store)-/giu, ' ')
    .split(/\s+/u)
    // An email address is one word, and each of its parts is a word as well.
    .flatMap((word) => (word.includes('@') ? [word] : word.split(/[!-/:-@[-`{-~\u2010-\u201f]+/u)))
    .map((word) => [...word].slice(0, maxWordLength).join(''))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, maxWords)
}

/**
 * Returns the search as a prefix of a tracking number, in lowercase without spaces and signs; null if it is too short.
 */
export function trackingPrefix(text: string): string | null {
  const prefix = text.replaceAll(/[^0-9A-Za-z]/gu, '').toLowerCase()
  return prefix.length < minTrackingLength ? null : prefix
}

/** A shorter search would match the common prefix of a carrier's numbers. */
export const minTrackingLength = 8
const maxWords = 10
/**
 * In code points. `order_search_words` (migration 0015) stores the same length; a longer word would not fit into a
 * query.
 */
const maxWordLength = 100
