// The history of generations, for retexturing and the model proxy. The query checks ownership.

import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { GenerationJobId } from '../../domain/base/ids/generation-job.ts'
import type { FinishedGeneration, Generations } from '../../domain/generation/run/ports.ts'
import type { Db } from '../core/connect.ts'
import { placeOf, readRequest, readTask } from './stored-request.ts'
import { readResult } from './stored-result.ts'

export function createGenerations(db: Db): Generations {
  return {
    readFinished: (accountId, id) => readFinished(db, accountId, id),
    ownsUrl: (accountId, url) => ownsUrl(db, accountId, url),
  }
}

/** Reads a finished generation. A generation has the id of the job that made it; uploads have no job. */
async function readFinished(
  db: Db,
  accountId: AccountId,
  id: GenerationJobId,
): Promise<FinishedGeneration | null> {
  const row = await db
    .selectFrom('generation_jobs')
    .select(['id', 'task', 'request', 'result'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('status', '=', 'done')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const request = readRequest(row.request, placeOf('request', id))
  const result = readResult(row.result, placeOf('result', id))
  if (request === null || result === null) return null
  const task = readTask(row.task, placeOf('task', id))
  const { modelUrl, previewUrl, printability } = result
  const longestMm = Math.max(...printability.dimensionsMm)
  return { id, task, request, modelUrl, previewUrl, longestMm }
}

async function ownsUrl(db: Db, accountId: AccountId, url: string): Promise<boolean> {
  const row = await db
    .selectFrom('generations')
    .select(sql<number>`1`.as('one'))
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('model_uri', '=', url), eb('preview_uri', '=', url)]))
    .executeTakeFirst()
  return row !== undefined
}
