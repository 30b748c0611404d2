// Daily calls to engines, and their limit.
import { sql } from 'kysely'
import * as v from 'valibot'
import {
  type CallBudget,
  type CountedCall,
  type DailyCeiling,
  type Spender,
  type SpendReader,
  spendDays,
} from '../../domain/generation/engine/budget.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'

const today = sql`(now() at time zone 'utc')::date`

export type SpendSettings = {
  readonly ceiling: DailyCeiling
  readonly callCents: Readonly<Record<Spender, number>>
}

export function createEngineBudget(db: Db, { ceiling, callCents }: SpendSettings): CallBudget {
  const count = async (spender: Spender, isLimited: boolean): Promise<CountedCall | null> => {
    const cents = callCents[spender]
    const fits = sql`s.calls + 1 <= ${ceiling.calls} and s.cents + ${cents} <= ${ceiling.cents}`
    const { rows } = await sql<{ day: string }>`
      insert into engine_spend as s (day, engine, calls, cents) values (${today}, ${spender}, 1, ${cents}::int)
      on conflict (day, engine) do update set calls = s.calls + 1, cents = s.cents + ${cents}::int
        where ${isLimited ? fits : sql`true`}
      returning day::text`.execute(db)
    const [row] = rows
    return row === undefined ? null : { spender, day: row.day, cents }
  }
  return {
    add: async (spender) => {
      const counted = await count(spender, false)
      if (counted === null) throw new Error(`A call of ${spender} was not counted.`)
      return counted
    },
    take: async (spender) => {
      const fitsDay = ceiling.calls >= 1 && callCents[spender] <= ceiling.cents
      const counted = fitsDay ? await count(spender, true) : null
      if (counted !== null) return counted
      await sql`
        insert into engine_spend as s (day, engine, calls, cents, used_up_at) values (${today}, ${spender}, 0, 0, now())
        on conflict (day, engine) do update set used_up_at = coalesce(s.used_up_at, now())`.execute(
        db,
      )
      return null
    },
    giveBack: async ({ spender, day, cents }) => {
      const left = sql`greatest(0, s.cents - ${cents}::int)`
      const fits = sql`s.calls <= ${ceiling.calls} and ${left} + ${callCents[spender]}::int <= ${ceiling.cents}`
      await sql`
        update engine_spend as s set calls = greatest(0, s.calls - 1), cents = ${left},
          used_up_at = case when ${fits} then null else s.used_up_at end
        where day = ${day}::date and engine = ${spender}`.execute(db)
    },
  }
}

const spendRow = v.object({ cents: wholeNumber, credits: wholeNumber })

export function createSpendReader(db: Db): SpendReader {
  return {
    today: async () => {
      const rows = await db
        .selectFrom('engine_spend')
        .select(['engine', 'calls', 'cents', 'used_up_at'])
        .where(sql<boolean>`day = ${today}`)
        .orderBy('engine')
        .execute()
      return rows.map(({ engine, calls, cents, used_up_at }) => ({
        engine,
        calls,
        cents,
        usedUp: used_up_at !== null,
      }))
    },
    month: async () => {
      const rows = await readRows(
        db,
        spendRow,
        sql`
        select (select coalesce(sum(cents), 0) from engine_spend where day > ${today} - ${spendDays}::int) as cents,
          (select coalesce(-sum(credits), 0) from credit_entries
            where kind in ('charge', 'refund') and at > now() - make_interval(days => ${spendDays}::int)) as credits`,
      )
      const [sums] = rows
      return sums ?? { cents: 0, credits: 0 }
    },
  }
}
