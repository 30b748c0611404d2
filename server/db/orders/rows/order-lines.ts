// The lines of orders with more than one line (migration 0019). Written once, with the order.

import { type Insertable, type Selectable, sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type { NewLine, OrderLine, OrderLines } from '../../../domain/orders/record/order-lines.ts'
import type { Db, Tx } from '../../core/connect.ts'
import type { OrderLinesTable } from '../../schema/orders.ts'
import { columnsOfLine, lineOfRow, sizeOfRow } from './printed-part.ts'
import { supportsJson, supportsOfRow } from './stored-supports.ts'

/** Creates the reader. `db` is a transaction if it also writes the order. */
export function createOrderLines(db: Db | Tx): OrderLines {
  return {
    listByOrder: async ({ id, options }) =>
      (await readLines(db, [id])).map((row) => orderLineOf(row, options.note)),
    listByOrders: async (orders) => {
      const rows = await readLines(
        db,
        orders.map(({ id }) => id),
      )
      const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
      return new Map(
        orders.map(({ id, options }) => [
          id,
          (byOrder.get(id) ?? []).map((row) => orderLineOf(row, options.note)),
        ]),
      )
    },
    decideSupports: async (orderId, line, supports) => {
      const decided = sql`coalesce(supports, ${supportsJson(supports)}::jsonb)`
      const { rows } = await sql<{ supports: unknown }>`${
        line === null
          ? sql`update orders set supports = ${decided} where id = ${orderId}`
          : sql`update order_lines set supports = ${decided} where order_id = ${orderId} and place = ${line}`
      } returning supports`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error(`The order ${orderId} has no line ${line ?? 1}.`)
      const table = line === null ? 'orders' : 'order_lines'
      return supportsOfRow(row.supports, { table, id: orderId }) ?? supports
    },
  }
}

type Row = Selectable<OrderLinesTable>

/** Inserts the lines, in the transaction that inserts the order. */
export async function insertLines(
  tx: Tx,
  orderId: OrderId,
  lines: readonly NewLine[],
): Promise<void> {
  const rows = lines.map((line, index): Insertable<OrderLinesTable> => {
    const { printCents, gramsPerPart, centihoursPerPart } = line.price
    return {
      order_id: orderId,
      place: index + 1,
      ...columnsOfLine(line),
      print_cents: printCents,
      grams_per_part: gramsPerPart,
      centihours_per_part: centihoursPerPart,
      planned_seconds: line.plannedSeconds ?? null,
      supports: supportsJson(line.supports),
      dimensions_mm: line.size == null ? null : [...line.size.dimensionsMm],
      read_unit: line.size?.unit ?? null,
    }
  })
  await tx.insertInto('order_lines').values(rows).execute()
}

export const readLines = (db: Db | Tx, orderIds: readonly OrderId[]): Promise<Row[]> =>
  db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('place')
    .execute()

export function orderLineOf(row: Row, note: string | null): OrderLine {
  const { options, file } = lineOfRow(row)
  return {
    place: row.place,
    options: { ...options, note },
    price: {
      printCents: row.print_cents,
      gramsPerPart: row.grams_per_part,
      centihoursPerPart: row.centihours_per_part,
    },
    file,
    plannedSeconds: row.planned_seconds,
    supports: supportsOfRow(row.supports, {
      table: 'order_lines',
      id: `${row.order_id} ${row.place}`,
    }),
    size: sizeOfRow(row),
  }
}
