// Closed months, and the check whether a month can be closed.
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Closing, MonthState, NewClosing } from '../../domain/books/ports.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { jsonb } from '../core/values/json.ts'
import { monthBounds } from '../core/values/month-bounds.ts'
import { figuresOf } from './stored-figures.ts'

/** Conditions for closing a month. Shared by the statement that closes it and the page that explains why it cannot be closed. */
const conditions = (month: string, timeZone: string) => {
  const { begins, ends } = monthBounds(month, timeZone)
  return {
    begins,
    ends,
    isOver: sql<boolean>`(${ends} <= now())`,
    isReading: sql<boolean>`exists (select from balance_readings where phase is not null)`,
    isCompared: sql<boolean>`exists (select from tie_outs where compared_until >= ${ends})`,
    unexplained: sql<number>`(select count(*)::int from tie_out_differences where explanation is null and moved_at < ${ends})`,
    earlier: sql<
      string | null
    >`(select to_char(booked_at at time zone ${timeZone}, 'YYYY-MM') from money_movements
      where booked_at < ${begins} and booked_at >= (select coalesce(max(ends_at), '-infinity') from month_closings)
      order by booked_at limit 1)`,
  }
}

const stateRow = v.object({
  isOver: v.boolean(),
  isReading: v.boolean(),
  isCompared: v.boolean(),
  unexplained: wholeNumber,
  earlier: v.nullable(v.string()),
})

export async function readState(db: Db, month: string, timeZone: string): Promise<MonthState> {
  const { isOver, isReading, isCompared, unexplained, earlier } = conditions(month, timeZone)
  const rows = await readRows(
    db,
    stateRow,
    sql`
    select ${isOver} as "isOver", ${isReading} as "isReading", ${isCompared} as "isCompared", ${unexplained} as unexplained, ${earlier} as earlier`,
  )
  const [state] = rows
  if (state === undefined) throw new Error('a query without a row')
  return { ...state, closing: await readClosing(db, month) }
}

async function readClosing(db: Db, month: string): Promise<Closing | null> {
  const row = await db
    .selectFrom('month_closings')
    .selectAll()
    .where('month', '=', month)
    .executeTakeFirst()
  if (row === undefined) return null
  const place = { table: 'month_closings', column: 'figures', id: month }
  return { month, by: row.closed_by, at: row.closed_at, figures: figuresOf(row.figures, place) }
}

export async function closeMonth(
  db: Db,
  { month, by, figures }: NewClosing,
  timeZone: string,
): Promise<boolean> {
  const { begins, ends, ...must } = conditions(month, timeZone)
  const { numAffectedRows } = await sql`
    insert into month_closings (month, begins_at, ends_at, figures, closed_by)
    select ${month}, ${begins}, ${ends}, ${jsonb(figures)}::jsonb, ${by}
    where ${must.isOver} and not ${must.isReading} and ${must.isCompared} and ${must.unexplained} = 0 and ${must.earlier} is null
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}
