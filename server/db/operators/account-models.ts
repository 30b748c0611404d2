// Works that an account made or uploaded, for the operators who delete them.
import { sql } from 'kysely'
import * as v from 'valibot'
import { liveStatuses } from '../../domain/generation/run/job-status.ts'
import type { AccountModel, AccountModels } from '../../domain/operators/account-models.ts'
import type { Db } from '../core/connect.ts'
import { readRows } from '../core/read-rows.ts'
import { ordersPrinting } from '../orders/order-statuses.ts'

export const createWorkDesk = (db: Db): AccountModels => ({
  listModels: async (accountId, { id, limit }) => {
    const isNamed = id === null ? sql`true` : sql`coalesce(g.id, j.id::text) = ${id}`
    const rows = await readRows(
      db,
      workRow,
      sql`
      select coalesce(g.id, j.id::text) as id, j.id is null as is_upload, g.model_uri, g.file_name,
        coalesce(nullif(g.prompt, ''), j.request ->> 'prompt', '') as prompt,
        coalesce(j.status = any(${[...liveStatuses]}::text[]), false) as is_running,
        coalesce(g.created_at, j.created_at) as created_at,
        array(select code from ${ordersPrinting(sql`g.model_uri`)} order by code limit 10) as in_print
      from (select * from generations where account_id = ${accountId}) g
      full join (select * from generation_jobs where account_id = ${accountId} and deleted_at is null) j on j.id::text = g.id
      where ${isNamed} order by created_at desc, id limit ${limit}`,
    )
    return rows.map(modelOf)
  },
})

const workRow = v.object({
  id: v.string(),
  is_upload: v.boolean(),
  model_uri: v.nullable(v.string()),
  file_name: v.nullable(v.string()),
  prompt: v.string(),
  is_running: v.boolean(),
  created_at: v.date(),
  in_print: v.array(v.string()),
})

function modelOf(row: v.InferOutput<typeof workRow>): AccountModel {
  const fileName = row.file_name ?? ''
  return {
    id: row.id,
    title: row.is_upload || row.prompt === '' ? fileName : row.prompt,
    kind: row.is_upload ? 'upload' : 'generation',
    modelUri: row.model_uri,
    isRunning: row.is_running,
    createdAt: row.created_at,
    inPrint: row.in_print,
  }
}
