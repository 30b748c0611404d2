// Reads the work queue. No query reads all orders: each takes the first orders of every status from an index, at most `maxCandidates` of
// them, or the first matches of a search. It then applies the other filters to these.

import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { type OrderId, orderIdOf } from '../../domain/base/ids/order-id.ts'
import type { Log } from '../../domain/base/ports.ts'
import { dayMs } from '../../domain/base/time/day.ts'
import { materialNames } from '../../domain/catalog/materials.ts'
import type { OrderQueue, QueueSlice } from '../../domain/fulfillment/ports.ts'
import {
  colorFilterOf,
  listsUnpaid,
  maxCandidates,
  maxMatches,
  paidOf,
  type QueueFilter,
  type QueueSort,
  searchWords,
  sortOf,
  statusChoiceOf,
  statusesOf,
  trackingPrefix,
} from '../../domain/fulfillment/queue-filter.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { Db } from '../core/connect.ts'
import { idOf, readRows, wholeNumber } from '../core/read-rows.ts'
import { literals } from '../core/values/literals.ts'
import { plannedLine, plannedOrder } from '../farm/load/planned-hours.ts'
import { plannedGramsOfLine, plannedGramsOfOrder, supportsCm3 } from '../farm/planned-grams.ts'
import { listedOrders } from '../orders/rows/order-rows.ts'
import { isFileToReview } from '../orders/rows/stored-file-review.ts'

/** Number of listed groups. Orders of further groups are still among the rows. */
const maxGroups = 100
const streamBatch = 1_000

const orderId = idOf(orderIdOf)
const workSums = {
  orders: wholeNumber,
  parts: wholeNumber,
  grams: v.number(),
  centihours: v.number(),
}
const candidatesRow = v.object({ candidates: wholeNumber })
const sumsRow = v.object({ candidates: wholeNumber, ...workSums })
const idRow = v.object({ id: orderId })
const matchesRow = v.object({ ...sumsRow.entries, ids: v.array(orderId) })
const spoolGroup = v.object({
  ...workSums,
  material: v.picklist(materialNames),
  color: v.string(),
  nozzleMm: v.number(),
})
const groupedRow = v.object({ ...matchesRow.entries, groups: v.array(spoolGroup) })
/** The time has the database's format, to the microsecond. */
const streamedRow = v.object({ id: orderId, createdAt: v.string(), isWanted: v.boolean() })

export function createOrderQueue(db: Db, log: Pick<Log, 'error'>): OrderQueue {
  const readOrders = async (ids: readonly OrderId[]): Promise<readonly Order[]> => {
    if (ids.length === 0) return []
    const rows = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
    return inOrder(ids, listedOrders(log, rows), ({ id }) => id)
  }
  const readPlain = async (page: Page): Promise<readonly Order[]> => {
    const rows = await readRows(db, idRow, pageQuery(page))
    return await readOrders(rows.map(({ id }) => id))
  }
  const readMatches = async (page: Page): Promise<QueueSlice> => {
    const [matches] = await readRows(db, matchesRow, matchesQuery(page))
    const { ids, ...found } = matches ?? { ...nothing, ids: [] }
    return sliceOf({ orders: await readOrders(ids), groups: [], sums: found, filter: page.filter })
  }
  const readGrouped = async (page: Page): Promise<QueueSlice> => {
    const [grouped] = await readRows(db, groupedRow, groupedQuery(page))
    const { ids, groups, ...found } = grouped ?? { ...nothing, ids: [], groups: [] }
    return sliceOf({ orders: await readOrders(ids), groups, sums: found, filter: page.filter })
  }
  return {
    read: async (page) => {
      if (page.filter.grouped) return await readGrouped(page)
      if (page.filter.text !== '') return await readMatches(page)
      const [orders, [found]] = await Promise.all([
        readPlain(page),
        readRows(db, sumsRow, sumsQuery(page)),
      ])
      return sliceOf({ orders, groups: [], sums: found, filter: page.filter })
    },
    isCapped: async (filter, now) => {
      const [counted] = await readRows(
        db,
        candidatesRow,
        sql`
        select count(*)::int as candidates from ${candidates({ filter, now })}`,
      )
      return (counted?.candidates ?? 0) > candidateLimit(filter)
    },
    list: ({ filter, now, limit }) => readPlain({ filter, now, limit, offset: 0 }),
    stream: (filter, now) => streamOrders(db, { filter, now, readOrders }),
    readByCodes: async (codes) => {
      if (codes.length === 0) return []
      const rows = await db.selectFrom('orders').selectAll().where('code', 'in', codes).execute()
      return inOrder(codes, listedOrders(log, rows), ({ code }) => code)
    },
  }
}

function inOrder(
  keys: readonly string[],
  orders: readonly Order[],
  keyOf: (order: Order) => string,
): readonly Order[] {
  const byKey = new Map(orders.map((order) => [keyOf(order), order]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

type Window = { readonly filter: QueueFilter; readonly now: Date }
type Page = Window & { readonly offset: number; readonly limit: number }

type SumsRow = v.InferOutput<typeof sumsRow>

const sums = () => sql`count(*) filter (where wanted)::int as orders,
  coalesce(sum(quantity) filter (where wanted), 0)::int as parts,
  coalesce(sum(${plannedGramsOfOrder()}) filter (where wanted), 0)::float8 as grams,
  coalesce(sum(${plannedOrder}) filter (where wanted), 0)::float8 as centihours`

/** Sums up the candidates in one pass, without sorting them again. */
function sumsQuery(window: Window): RawBuilder<unknown> {
  return sql`
    select count(*)::int as candidates, ${sums()}
    from (select id, ${workColumns}, ${conditions(window)} as wanted from ${candidates(window)}) as looked`
}

/** Selects the ids of a page. */
function pageQuery({ offset, limit, ...window }: Page): RawBuilder<unknown> {
  return sql`
    select id from ${candidates(window)}
    where ${conditions(window)}
    order by ${orderings[sortOf(window.filter)]}
    limit ${limit} offset ${offset}`
}

/** Columns that the sums of orders need. */
const workColumns = sql.raw(
  'quantity, material, line_count, quote_id, grams_per_part, supports_cm3, centihours_per_part, planned_seconds, lines_centihours',
)
const spool = sql.raw('material, color, nozzle_diameter')
/** Compared before the three columns, because numbers sort faster than texts. */
const spoolKey = sql.raw('hashtext(material || color)')

/** Selects the ids of a page and the sums from one reading of the matches, which costs more than sorting them. */
function matchesQuery({ offset, limit, ...window }: Page): RawBuilder<unknown> {
  return sql`
    with looked as materialized (
      select id, priority, due_at, created_at, ${workColumns}, ${conditions(window)} as wanted
      from ${candidates(window)}
    ), page as (
      select id from looked where wanted
      order by ${orderings[sortOf(window.filter)]}
      limit ${limit} offset ${offset}
    )
    select count(*)::int as candidates, ${sums()}, coalesce((select json_agg(id) from page), '[]') as ids
    from looked`
}

/**
 * Selects a page, the groups and the sums from one reading of the candidates. Groups are sorted by their most urgent order. Each line is
 * counted in the group of its spool; an order is listed in the first group of its lines.
 */
function groupedQuery({ offset, limit, ...window }: Page): RawBuilder<unknown> {
  return sql`
    with looked as materialized (
      select id, priority, due_at, created_at, color, nozzle_diameter, ${workColumns}, ${conditions(window)} as wanted
      from ${candidates(window)}
    ), lines as materialized (
      select id, priority, due_at, quote_id, ${spoolKey} as spool_key, ${spool}, quantity, grams_per_part, centihours_per_part,
        planned_seconds, supports_cm3
      from looked where wanted and line_count = 1
      union all
      select id, priority, due_at, quote_id, hashtext(line.material || line.color), line.*
      from looked cross join lateral (
        select ${spool}, quantity, grams_per_part, centihours_per_part, planned_seconds, ${supportsCm3} as supports_cm3
        from order_lines where order_id = looked.id and ${spoolConditions(window.filter)} offset 0
      ) as line
      where wanted and line_count > 1
    ), groups as (
      select spool_key, ${spool}, row_number() over (order by max(priority) desc, min(due_at), ${spool}) as place,
        count(distinct id)::int as orders, sum(quantity)::int as parts, sum(${plannedGramsOfLine()})::float8 as grams,
        sum(${plannedLine})::float8 as centihours
      from lines group by spool_key, ${spool}
    ), placed as (
      select id, min(place) as place from lines join groups using (spool_key, ${spool}) group by id
    ), page as (
      select id from looked join placed using (id)
      order by place, ${orderings[sortOf(window.filter)]}
      limit ${limit} offset ${offset}
    ), listed as (
      select material, color, nozzle_diameter as "nozzleMm", orders, parts, grams, centihours
      from groups order by place
      limit ${sql.lit(maxGroups)}
    )
    select count(*)::int as candidates, ${sums()},
      coalesce((select json_agg(id) from page), '[]') as ids,
      coalesce((select json_agg(listed) from listed), '[]') as groups
    from looked`
}

const orderings: Readonly<Record<QueueSort, RawBuilder<unknown>>> = {
  due: sql`priority desc, due_at, id`,
  oldest: sql`created_at, id`,
  newest: sql`created_at desc, id desc`,
}

const columns = sql`${sql.raw(
  [
    'id',
    'status',
    'paid',
    'priority',
    'due_at',
    'held_at',
    'reviewed_at',
    'review_findings',
    'created_at',
    'material',
    'color',
    'nozzle_diameter',
    'country',
    'quantity',
    'grams_per_part',
    'centihours_per_part',
    'planned_seconds',
    'lines_centihours',
    'line_count',
    'quote_id',
  ]
    .map((column) => `orders.${column}`)
    .join(', '),
)}, ${supportsCm3} as supports_cm3`

type Excerpt = {
  readonly limit?: number
  readonly after?: QueueCursor | null
  readonly sort?: QueueSort
}

/** Selects the orders to read, as `orders`, in the order of the filter. `after` is the last order that the stream has sent. */
function candidates(window: Window, excerpt: Excerpt = {}): RawBuilder<unknown> {
  const { filter } = window
  const { limit = maxCandidates + 1, after = null, sort = sortOf(filter) } = excerpt
  if (filter.text !== '') {
    return sql`(select ${columns} from (
        select order_id from order_search where words @@ lower(${searchQuery(filter.text)})::tsquery ${orTracking(filter.text)}
        limit ${sql.lit(maxMatches + 1)}
      ) as matches join orders on orders.id = matches.order_id) as orders`
  }
  const branches = branchesOf(filter, sort).map(
    (status) => sql`(select ${columns} from orders where ${status}
      ${sort === 'due' ? sql`` : placedUntil(window)}
      ${after === null ? sql`` : sql`and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`}
      order by ${orderings[sort]} limit ${sql.lit(limit)})`,
  )
  const [only] = branches
  if (branches.length === 1 && only !== undefined) return sql`${only} as orders`
  return sql`(select * from (${sql.join(branches, sql` union all `)}) as branches
    order by ${orderings[sort]} limit ${sql.lit(limit)}) as orders`
}

/**
 * Returns conditions that one index each serves in order; the branches are merged. They are literals, so that the planner sees which
 * partial index covers them.
 */
function branchesOf(filter: QueueFilter, sort: QueueSort): readonly RawBuilder<unknown>[] {
  const choice = statusChoiceOf(filter)
  const statuses = statusesOf(filter)
  if (choice === 'all') {
    return [listsUnpaid(filter) ? sql`true` : sql`orders.status <> 'PENDING_PAYMENT'`]
  }
  if (choice === 'open' && sort === 'due') {
    return [sql`orders.status in (${literals(statuses)})`]
  }
  return statuses.map((status) => sql`orders.status = ${sql.lit(status)}`)
}

function placedUntil({ filter: { ageDays }, now }: Window): RawBuilder<unknown> {
  return ageDays === null ? sql`` : sql`and created_at <= ${daysBefore(now, ageDays)}`
}

function colorCondition(color: string): RawBuilder<unknown> {
  const { text, exact } = colorFilterOf(color)
  return exact ? sql`lower(color) = lower(${text})` : sql`strpos(lower(color), lower(${text})) > 0`
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

function conditions({ filter, now }: Window): RawBuilder<boolean> {
  const { text, material, color, nozzleMm, country, held, toReview, late, ageDays } = filter
  const paid = paidOf(filter)
  const all: RawBuilder<unknown>[] = [sql`true`]
  // The candidates of a search may have any status.
  if (text !== '') all.push(sql`status in (${sql.join(statusesOf(filter))})`)
  if (material !== null || color !== null || nozzleMm !== null) all.push(anyLine(filter))
  if (country !== null) all.push(sql`country = ${country}`)
  if (paid !== 'any') all.push(sql`paid = ${paid === 'yes'}`)
  if (held !== null) all.push(held === 'yes' ? sql`held_at is not null` : sql`held_at is null`)
  if (toReview) all.push(isFileToReview)
  if (late) all.push(sql`due_at < ${now}`)
  if (ageDays !== null) all.push(sql`created_at <= ${daysBefore(now, ageDays)}`)
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

/**
 * Whether any line uses the spool. An order of one line has it in its row. `offset 0` keeps the planner from joining the lines of all
 * other orders, so that only the lines of the candidates are read.
 */
const anyLine = (filter: QueueFilter): RawBuilder<boolean> => sql<boolean>`case when line_count = 1
    then ${spoolConditions(filter)}
    else exists (select from order_lines where order_id = orders.id and ${spoolConditions(filter)} offset 0) end`

/** Conditions on the row of an order of one line, or on the row of a line. */
function spoolConditions({ material, color, nozzleMm }: QueueFilter): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (material !== null) all.push(sql`material = ${material}`)
  if (color !== null) all.push(colorCondition(color))
  if (nozzleMm !== null) all.push(sql`nozzle_diameter = ${nozzleMm}`)
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

/** Adds orders of parcels whose tracking number begins with the search text (index of migration 0090). */
function orTracking(text: string): RawBuilder<unknown> {
  const prefix = trackingPrefix(text)
  if (prefix === null) return sql``
  return sql`union select id from orders where tracking is not null
    and lower(regexp_replace(tracking ->> 'number', '[^0-9A-Za-z]', '', 'g')) like ${`${prefix}%`}`
}

/** Matches each word as the beginning of a word of the order. A search without a word finds nothing. */
function searchQuery(text: string): string {
  const quoted = searchWords(text).map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}':*`)
  return quoted.join(' & ')
}

type ReadSlice = Pick<QueueSlice, 'orders' | 'groups'> & {
  readonly sums: SumsRow | undefined
  readonly filter: QueueFilter
}

const nothing: SumsRow = { candidates: 0, orders: 0, parts: 0, grams: 0, centihours: 0 }

function sliceOf({ orders, groups, sums: read = nothing, filter }: ReadSlice): QueueSlice {
  const { candidates: looked, ...found } = read
  return { orders, sums: found, isCapped: looked > candidateLimit(filter), groups }
}

const candidateLimit = ({ text }: QueueFilter): number => (text === '' ? maxCandidates : maxMatches)

/** Position in a stream. */
type QueueCursor = Pick<v.InferOutput<typeof streamedRow>, 'createdAt' | 'id'>

type StreamRequest = Window & {
  readonly readOrders: (ids: readonly OrderId[]) => Promise<readonly Order[]>
}

async function* streamOrders(db: Db, { filter, now, readOrders }: StreamRequest) {
  let after: QueueCursor | null = null
  const isSearch = filter.text !== ''
  for (;;) {
    const window: RawBuilder<unknown> = sql`
      select id, created_at::text as "createdAt", ${conditions({ filter, now })} is true as "isWanted"
      from ${candidates({ filter, now }, { limit: streamBatch, after, sort: 'oldest' })}
      order by ${orderings.oldest}`
    const rows = await readRows(db, streamedRow, window)
    const ids = rows.filter(({ isWanted }) => isWanted).map(({ id }) => id)
    for (let start = 0; start < ids.length; start += streamBatch) {
      yield await readOrders(ids.slice(start, start + streamBatch))
    }
    const last = rows.at(-1)
    // A search returns all of its matches in one batch.
    if (isSearch || rows.length < streamBatch || last === undefined) return
    after = last
  }
}
