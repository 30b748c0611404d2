// Reading the work queue. No query reads all orders: it takes the first orders of each status from an index, at most `maxCandidates`
// of them, or the first matches of a search, and applies the other filters to these.
import { type RawBuilder, sql } from 'kysely'
import type { Log } from '../../domain/base/ports.ts'
import type {
  OrderQueue,
  QueueSlice,
  SpoolGroup,
  WorkSums,
} from '../../domain/fulfillment/ports.ts'
import {
  paidOf,
  type QueueFilter,
  type QueueSort,
  searchWords,
  sortOf,
  statusesOf,
} from '../../domain/fulfillment/queue-filter.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Db } from '../core/connect.ts'
import { listedOrders } from '../orders/order-rows.ts'

/** Orders that are looked through for a page. */
export const maxCandidates = 10_000
/** Orders of which a search finds the words. */
export const maxMatches = 2_000
const streamBatch = 1_000

export function createOrderQueue(db: Db, log: Pick<Log, 'error'>): OrderQueue {
  const readOrders = async (ids: readonly string[]): Promise<readonly Order[]> => {
    if (ids.length === 0) return []
    const rows = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
    return inOrder(ids, listedOrders(log, rows), ({ id }) => id)
  }
  return {
    read: async (request) => {
      const { rows } = await queueQuery(request).execute(db)
      return sliceOf(rows, await readOrders(rows.map(({ id }) => id)), request.filter)
    },
    list: async ({ filter, now, limit }) => {
      const { rows } = await queueQuery({ filter, now, limit, offset: 0 }).execute(db)
      return await readOrders(rows.map(({ id }) => id))
    },
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

type Row = WorkSums & {
  readonly id: string
  readonly candidates: number
  readonly material: string
  readonly color: string
  readonly nozzleMm: number
  readonly groupOrders: number
  readonly groupParts: number
  readonly groupGrams: number
  readonly groupHours: number
}

const sumsOver = (over: RawBuilder<unknown>, names: readonly [string, string, string, string]) => {
  const [orders, parts, grams, hours] = names.map((name) => sql.ref(name))
  return sql`count(*) over ${over}::int as ${orders}, sum(quantity) over ${over}::int as ${parts},
    sum(quantity * grams_per_part) over ${over}::float8 as ${grams},
    sum(quantity * centihours_per_part) over ${over}::float8 as ${hours}`
}

/** A page of ids, each with the sums over the whole filter and over its group. */
function queueQuery({ filter, now, offset, limit }: Page): RawBuilder<Row> {
  const sort = sortOf(filter)
  const group = sql`(partition by material, color, nozzle_diameter)`
  const byGroup = filter.grouped
    ? sql`max(priority) over ${group} desc, min(due_at) over ${group}, material, color, nozzle_diameter, `
    : sql``
  return sql<Row>`
    with ${candidates({ filter, now }, sort)}, filtered as (
      select * from candidates where ${conditions(filter, now)}
    )
    select id, (select count(*) from ${sql.ref(filter.text === '' ? 'candidates' : 'matches')})::int as candidates,
      material, color, nozzle_diameter as "nozzleMm",
      ${sumsOver(sql`()`, ['orders', 'parts', 'grams', 'hoursHundredths'])},
      ${sumsOver(filter.grouped ? group : sql`()`, ['groupOrders', 'groupParts', 'groupGrams', 'groupHours'])}
    from filtered
    order by ${byGroup}${orderings[sort]}
    limit ${limit} offset ${offset}`
}

const orderings: Readonly<Record<QueueSort, RawBuilder<unknown>>> = {
  due: sql`priority desc, due_at, id`,
  oldest: sql`created_at, id`,
  newest: sql`created_at desc, id desc`,
}

const columns = sql.raw(
  [
    'id',
    'status',
    'paid',
    'priority',
    'due_at',
    'held_at',
    'created_at',
    'material',
    'color',
    'nozzle_diameter',
    'country',
    'quantity',
    'grams_per_part',
    'centihours_per_part',
  ]
    .map((column) => `orders.${column}`)
    .join(', '),
)

/** `after`: the order at which the stream stands. */
function candidates(
  { filter, now }: Window,
  sort: QueueSort,
  { limit = maxCandidates + 1, after = null }: { limit?: number; after?: Place | null } = {},
): RawBuilder<unknown> {
  const statuses = statusesOf(filter)
  if (filter.text !== '') {
    return sql`matches as materialized (
      select order_id from order_search where words @@ lower(${searchQuery(filter.text)})::tsquery
      limit ${maxMatches + 1}
    ), candidates as materialized (
      select ${columns} from matches join orders on orders.id = matches.order_id
      where orders.status in (${sql.join(statuses)})
    )`
  }
  // Literals, so that the planner sees that a partial index covers them. One branch for each status, because each comes
  // sorted from the index and the branches are merged.
  const branches = statuses.map(
    (status) => sql`(select ${columns} from orders where orders.status = ${sql.lit(status)}
      ${sort === 'due' ? sql`` : placedUntil(filter, now)}
      ${after === null ? sql`` : sql`and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`}
      order by ${orderings[sort]} limit ${sql.lit(limit)})`,
  )
  return sql`candidates as materialized (
    select * from (${sql.join(branches, sql` union all `)}) as orders
    order by ${orderings[sort]} limit ${sql.lit(limit)}
  )`
}

function placedUntil({ ageDays }: QueueFilter, now: Date): RawBuilder<unknown> {
  return ageDays === null ? sql`` : sql`and created_at <= ${daysBefore(now, ageDays)}`
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

function conditions(filter: QueueFilter, now: Date): RawBuilder<unknown> {
  const { material, color, nozzleMm, country, held, late, ageDays } = filter
  const paid = paidOf(filter)
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (material !== null) all.push(sql`material = ${material}`)
  if (color !== null) all.push(sql`lower(color) = lower(${color})`)
  if (nozzleMm !== null) all.push(sql`nozzle_diameter = ${nozzleMm}`)
  if (country !== null) all.push(sql`country = ${country}`)
  if (paid !== 'any') all.push(sql`paid = ${paid === 'yes'}`)
  if (held !== null) all.push(held === 'yes' ? sql`held_at is not null` : sql`held_at is null`)
  if (late) all.push(sql`due_at < ${now}`)
  if (ageDays !== null) all.push(sql`created_at <= ${daysBefore(now, ageDays)}`)
  return sql.join(all, sql` and `)
}

/** Every word, as the beginning of one of the order's. A search without a word finds nothing. */
function searchQuery(text: string): string {
  const quoted = searchWords(text).map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}':*`)
  return quoted.join(' & ')
}

function sliceOf(rows: readonly Row[], orders: readonly Order[], filter: QueueFilter): QueueSlice {
  const [first] = rows
  const limit = filter.text === '' ? maxCandidates : maxMatches
  const groups = new Map<string, SpoolGroup>()
  for (const row of filter.grouped ? rows : []) {
    groups.set([row.material, row.color, row.nozzleMm].join('\0'), {
      material: row.material,
      color: row.color,
      nozzleMm: row.nozzleMm,
      orders: row.groupOrders,
      parts: row.groupParts,
      grams: row.groupGrams,
      hoursHundredths: row.groupHours,
    })
  }
  return {
    orders,
    sums: {
      orders: first?.orders ?? 0,
      parts: first?.parts ?? 0,
      grams: first?.grams ?? 0,
      hoursHundredths: first?.hoursHundredths ?? 0,
    },
    isCapped: (first?.candidates ?? 0) > limit,
    groups: [...groups.values()],
  }
}

/** Where a stream stands; the time as the database writes it, to the microsecond. */
type Place = { readonly createdAt: string; readonly id: string }

type StreamRequest = Window & {
  readonly readOrders: (ids: readonly string[]) => Promise<readonly Order[]>
}

async function* streamOrders(db: Db, { filter, now, readOrders }: StreamRequest) {
  let after: Place | null = null
  const isSearch = filter.text !== ''
  for (;;) {
    const window: RawBuilder<Place & { readonly isWanted: boolean }> = sql`
      with ${candidates({ filter, now }, 'oldest', { limit: streamBatch, after })}
      select id, created_at::text as "createdAt", ${conditions(filter, now)} as "isWanted"
      from candidates order by ${orderings.oldest}`
    const { rows } = await window.execute(db)
    const wanted = rows.filter(({ isWanted }) => isWanted).map(({ id }) => id)
    for (let start = 0; start < wanted.length; start += streamBatch) {
      yield await readOrders(wanted.slice(start, start + streamBatch))
    }
    const last = rows.at(-1)
    // A search reads its matches at once.
    if (isSearch || rows.length < streamBatch || last === undefined) return
    after = last
  }
}
