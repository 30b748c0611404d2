// Orders that have not shipped, worded like the indexes of migration 0015: the planner compares the texts.
import { sql } from 'kysely'

export const isOpen = sql`status in ('RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED')`
