// The unit of a model's coordinates, if the upload stated it. It applies wherever the model is used by its address.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  "alter table models add column units text check (units in ('mm', 'cm', 'm', 'in'))",
  // The last upload of the same content decides.
  `update models set units = (
    select generations.units from generations
    where generations.account_id = models.account_id
      and generations.model_uri = models.uri
      and generations.mode = 'upload'
    order by generations.created_at desc
    limit 1
  )`,
]
