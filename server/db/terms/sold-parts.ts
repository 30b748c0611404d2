// Lines of paid orders, used to preview a change of the farm's terms.

import { sql } from 'kysely'
import { slicedFileInfill } from '../../domain/catalog/options.ts'
import { closedStatuses } from '../../domain/orders/record/status.ts'
import type { SoldPart, SoldParts } from '../../domain/terms/ports.ts'
import type { Db } from '../core/connect.ts'
import { literals } from '../core/values/literals.ts'

export const createSoldParts = (db: Db): SoldParts => ({
  readSince: (since, maxOrders) => readSince(db, since, maxOrders),
})

async function readSince(db: Db, since: Date, maxOrders: number): Promise<readonly SoldPart[]> {
  const { rows } = await sql<SoldPart>`
    with sold as materialized (
      select * from orders
      where paid and created_at >= ${since} and status not in (${literals(['PENDING_PAYMENT', ...closedStatuses])})
      order by created_at desc, id desc limit ${maxOrders}
    ), parts as (
      select id, material, color, quality, quantity, grams_per_part, file_format, infill, print_cents from sold where line_count = 1
      union all
      select line.order_id, line.material, line.color, line.quality, line.quantity, line.grams_per_part, line.file_format, line.infill,
        line.print_cents
      from sold join order_lines line on line.order_id = sold.id where sold.line_count > 1
    )
    select sold.id as "orderId", sold.country, sold.terms_id as "termsId", parts.material, parts.color, parts.quality, parts.quantity,
      parts.grams_per_part as "gramsPerPart", parts.print_cents as "printCents", sold.shipping_cents as "shippingCents",
      (parts.file_format = 'gcode' or (parts.file_format = '3mf' and parts.infill = ${slicedFileInfill})) as "isSliced"
    from sold join parts on parts.id = sold.id
    order by sold.created_at desc, sold.id desc`.execute(db)
  return rows
}
