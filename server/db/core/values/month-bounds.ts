// Converts a calendar month of a time zone to timestamps that indexes can use.
import { sql } from 'kysely'
import type { Month } from '../../../domain/billing/ports.ts'

export const monthBounds = (month: Month, timeZone: string) => {
  const begin = sql`${`${month}-01`}::timestamp`
  return {
    begins: sql<Date>`(${begin} at time zone ${timeZone})`,
    ends: sql<Date>`((${begin} + interval '1 month') at time zone ${timeZone})`,
  }
}
