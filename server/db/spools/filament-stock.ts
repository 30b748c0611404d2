// Filament by material and color: in stock, needed by open orders, and used.
import { sql } from 'kysely'
import * as v from 'valibot'
import { materialNames } from '../../domain/catalog/materials.ts'
import type { FilamentStock } from '../../domain/farm/spools/ports.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { plannedGramsOfPart, supportsCm3 } from '../farm/planned-grams.ts'
import { leftMilligrams } from '../farm/plate-filament.ts'
import { isUnprinted } from '../orders/order-statuses.ts'
import { leftCents } from '../orders/refund/left-cents.ts'

const stockRow = v.object({
  material: v.picklist(materialNames),
  color: v.string(),
  spools: wholeNumber,
  stockGrams: v.number(),
  committedGrams: v.number(),
  usedGrams: v.number(),
  usedDays: wholeNumber,
})

/**
 * Reads nothing while no spool is counted. An order needs the planned grams of its parts that are not printed well. Filament of unpaid and
 * refunded orders is not committed.
 */
export async function readFilamentStock(db: Db, historyDays: number): Promise<FilamentStock> {
  const rows = await readRows(
    db,
    stockRow,
    sql`
    with known as materialized (
      select least(${historyDays}::int, greatest(1, ceil(extract(epoch from now() - min(created_at)) / 86400)))::int as days from spools
      having count(*) > 0
    ), stock as (
      select material, lower(color) as key, min(color) as color, count(*)::int as spools, sum(greatest(0, ${leftMilligrams})) as milligrams
      from spools where emptied_at is null group by material, lower(color)
    ), used as (
      select spools.material, lower(spools.color) as key, min(spools.color) as color, -sum(movement.milligrams) as milligrams
      from spool_movements movement join spools on spools.id = movement.spool_id
      where movement.kind = 'printed' and movement.at >= now() - make_interval(days => ${historyDays}::int)
      group by spools.material, lower(spools.color)
    ), waiting as materialized (
      select orders.id, orders.quote_id, orders.line_count, orders.material, orders.color, orders.quantity, orders.grams_per_part,
        ${supportsCm3} as supports_cm3
      from orders cross join known where ${isUnprinted} and orders.paid and ${leftCents} > 0
    ), lines as (
      select id, null::int as place, quote_id, material, color, quantity, grams_per_part, supports_cm3 from waiting where line_count = 1
      union all
      select waiting.id, line.place, waiting.quote_id, line.material, line.color, line.quantity, line.grams_per_part, line.supports_cm3
      from waiting cross join lateral (
        select place, material, color, quantity, grams_per_part, ${supportsCm3} as supports_cm3 from order_lines
        where order_id = waiting.id offset 0
      ) as line where line_count > 1
    ), committed as (
      select material, lower(color) as key, min(color) as color, sum(${plannedGramsOfPart()} * greatest(0, quantity - (
        select coalesce(sum(good), 0) from print_jobs
        where order_id = lines.id and line is not distinct from lines.place and state = 'done'))) as grams
      from lines group by material, lower(color)
    )
    select material, coalesce(stock.color, committed.color, used.color) as color, coalesce(spools, 0) as spools,
      coalesce(stock.milligrams / 1000, 0)::float8 as "stockGrams", coalesce(committed.grams, 0)::float8 as "committedGrams",
      coalesce(used.milligrams / 1000, 0)::float8 as "usedGrams", known.days as "usedDays"
    from stock full join committed using (material, key) full join used using (material, key) cross join known
    where coalesce(spools, 0) > 0 or coalesce(committed.grams, 0) > 0 or coalesce(used.milligrams, 0) > 0
    order by material, lower(coalesce(stock.color, committed.color, used.color))`,
  )
  return {
    colors: rows.map(({ usedDays: _, ...color }) => color),
    usedDays: rows[0]?.usedDays ?? 0,
  }
}
