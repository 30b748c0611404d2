// The models of an account for slicing: uploads, and what slice-quote reads and stores. The queries check ownership.
import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { ModelFormat } from '../../domain/models/format.ts'
import type { StoredModel } from '../../domain/models/ports.ts'
import type {
  ModelChange,
  PrintModels,
  SliceAnalysis,
  SliceableGeneration,
  UploadedModel,
} from '../../domain/slicing/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { jsonb } from '../core/values/json.ts'
import { addUploadedModel } from './models.ts'
import { readAnalysis } from './stored-outcomes.ts'

export function createPrintModels(db: Db): PrintModels {
  return {
    addUpload: (accountId, upload) =>
      db.transaction().execute((tx) => addUpload(tx, accountId, upload)),
    readForSlicing: (accountId, generationId) => readForSlicing(db, accountId, generationId),
    saveSlice: (accountId, generationId, analysis) =>
      saveSlice(db, accountId, generationId, analysis),
  }
}

async function addUpload(
  tx: Tx,
  accountId: AccountId,
  { id, file, original, units, change }: UploadedModel,
): ReturnType<PrintModels['addUpload']> {
  if (original !== null) await addUploadedModel(tx, accountId, original)
  const earlierUnit = await addUploadedModel(tx, accountId, file)
  const inserted = await tx
    .insertInto('generations')
    .values({
      id,
      account_id: accountId,
      mode: 'upload',
      model_uri: file.uri,
      preview_uri: file.uri,
      original_uri: original?.uri ?? null,
      file_name: file.fileName,
      format: file.format,
      units,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  if (change !== undefined) await addChange(tx, id, change)
  return { earlierUnit, isNew: inserted.length > 0 }
}

async function addChange(
  tx: Tx,
  id: string,
  { changeId, madeFrom, words, part, parts }: ModelChange,
): Promise<void> {
  // The model may have been deleted while the change was computed.
  const known = sql<string | null>`(select id from generations where id = ${madeFrom})`
  await tx
    .insertInto('model_changes')
    .values({ id, change_id: changeId, made_from: known, words, part, parts })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Reads a model. The account's own row takes precedence over a published one of the same content. */
async function readForSlicing(
  db: Db,
  accountId: AccountId,
  generationId: string,
): Promise<SliceableGeneration | null> {
  const row = await db
    .selectFrom('generations')
    .leftJoin('models', (join) =>
      join
        .onRef('models.uri', '=', 'generations.model_uri')
        .on((eb) =>
          eb.or([eb('models.account_id', '=', accountId), eb('models.published', '=', true)]),
        ),
    )
    .where('generations.id', '=', generationId)
    .where('generations.account_id', '=', accountId)
    .select([
      'generations.model_uri',
      'generations.units',
      'generations.slice_analysis',
      'models.file_name',
      'models.sha256',
      'models.size_bytes',
      'models.format',
    ])
    .orderBy((eb) => eb('models.account_id', '=', accountId), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    modelUri: row.model_uri,
    units: row.units,
    analysis: readAnalysis(row.slice_analysis, analysisOf(generationId)),
    model: modelOf(row),
  }
}

type JoinedModel = {
  readonly model_uri: string | null
  readonly file_name: string | null
  readonly sha256: string | null
  readonly size_bytes: number | null
  readonly format: ModelFormat | null
}

function modelOf(row: JoinedModel): StoredModel | null {
  const { model_uri: uri, file_name: fileName, sha256, size_bytes: sizeBytes, format } = row
  if (!(uri && fileName !== null && sha256 && sizeBytes && format)) return null
  return { uri, fileName, sha256, sizeBytes, format }
}

const analysisOf = (id: string) => ({ table: 'generations', column: 'slice_analysis', id })

/** Stores a slice in one statement. Two concurrent slices both return the one that was saved first. */
async function saveSlice(
  db: Db,
  accountId: AccountId,
  generationId: string,
  analysis: SliceAnalysis,
): Promise<SliceAnalysis> {
  const row = await db
    .updateTable('generations')
    .set({
      slice_analysis: sql<string>`case when slice_analysis->>'key' = ${analysis.key ?? ''}::text
        then slice_analysis else ${jsonb(analysis)}::jsonb end`,
    })
    .where('id', '=', generationId)
    .where('account_id', '=', accountId)
    .returning('slice_analysis')
    .executeTakeFirst()
  if (row === undefined) return analysis
  return readAnalysis(row.slice_analysis, analysisOf(generationId)) ?? analysis
}
