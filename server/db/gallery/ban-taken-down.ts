// What operators took out of the gallery stays banned from it by its content, which its address names.
import { type RawBuilder, sql } from 'kysely'

/** For the transaction that deletes those entries of the gallery: the record of what was taken down goes with them. */
export const banTakenDown = (entries: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into banned_models (uri, by, reason)
    select distinct on (model_uri) model_uri, taken_down_by, taken_down_reason from gallery_entries
    where ${entries} and taken_down_at is not null order by model_uri, taken_down_at
  on conflict (uri) do nothing`
