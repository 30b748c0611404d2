// Keeps the content of a model banned after operators removed the model from the gallery. The model's address identifies its content.
import { type RawBuilder, sql } from 'kysely'

/**
 * Bans the models of removed entries. Use it in the transaction that deletes those entries, because the record of the removal is deleted
 * with them.
 */
export const banTakenDown = (entries: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into banned_models (uri, by, reason)
    select distinct on (model_uri) model_uri, taken_down_by, taken_down_reason from gallery_entries
    where ${entries} and taken_down_at is not null order by model_uri, taken_down_at
  on conflict (uri) do nothing`
