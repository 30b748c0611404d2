// The owners of stored models.
import type { OnConflictBuilder, Selectable } from 'kysely'
import { type AccountId, accountIdOf } from '../../domain/base/caller.ts'
import type { LengthUnit } from '../../domain/models/format.ts'
import type { Models, OwnedModel, ReadableModel, StoredModel } from '../../domain/models/ports.ts'
import type { Db } from '../core/connect.ts'
import type { Database } from '../schema/database.ts'
import type { ModelsTable } from '../schema/models.ts'

export function createModels(db: Db): Models {
  return {
    findOwned: (accountId, uri) => findOwned(db, accountId, uri),
    findReadable: (accountId, uri) => findReadable(db, accountId, uri),
    listPublished: (uris) => listPublished(db, uris),
    wasPublished: (uri) => wasPublished(db, uri),
    add: async (accountId, model) => {
      await db
        .insertInto('models')
        .values(rowOf(accountId, model))
        .onConflict(keepingLastName(model))
        .execute()
    },
  }
}

const rowOf = (accountId: AccountId, model: StoredModel) => ({
  account_id: accountId,
  uri: model.uri,
  file_name: model.fileName,
  sha256: model.sha256,
  size_bytes: model.sizeBytes,
  format: model.format,
})

/** The same bytes under another name: orders, mails and pages show the name that the account sent last. */
const keepingLastName =
  ({ fileName }: Pick<StoredModel, 'fileName'>) =>
  (conflict: OnConflictBuilder<Database, 'models'>) =>
    conflict.columns(['account_id', 'uri']).doUpdateSet({ file_name: fileName })

/**
 * Changes only the name when the account owns the model already: addresses state their unit (decisions.md 62). Returns the unit that
 * an upload stated before they did, which the address without a unit still means; null = none did.
 */
export async function addUploadedModel(
  db: Db,
  accountId: AccountId,
  model: StoredModel,
): Promise<LengthUnit | null> {
  const { units } = await db
    .insertInto('models')
    .values(rowOf(accountId, model))
    .onConflict(keepingLastName(model))
    .returning('units')
    .executeTakeFirstOrThrow()
  return units
}

async function findOwned(db: Db, accountId: AccountId, uri: string): Promise<OwnedModel | null> {
  const row = await db
    .selectFrom('models')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('uri', '=', uri)
    .executeTakeFirst()
  if (row === undefined) return null
  return { ...modelOf(row), units: row.units }
}

/**
 * The account's own row comes first, for its file name. A model that was generated and then uploaded by the same account stays a
 * generated one.
 */
async function findReadable(
  db: Db,
  accountId: AccountId | null,
  uri: string,
): Promise<ReadableModel | null> {
  const row = await db
    .selectFrom('models')
    .selectAll()
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('generations')
            .select('generations.id')
            .whereRef('generations.account_id', '=', 'models.account_id')
            .where('generations.mode', '!=', 'upload')
            .where((on) => on.or([on('model_uri', '=', uri), on('preview_uri', '=', uri)])),
        )
        .as('generated'),
    )
    .where('uri', '=', uri)
    .where((eb) =>
      accountId === null
        ? eb('published', '=', true)
        : eb.or([eb('account_id', '=', accountId), eb('published', '=', true)]),
    )
    .orderBy((eb) => eb('account_id', '=', accountId ?? accountIdOf('')), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return { ...modelOf(row), units: row.units, generated: row.generated === true }
}

async function listPublished(db: Db, uris: readonly string[]): Promise<ReadonlySet<string>> {
  if (uris.length === 0) return new Set()
  const rows = await db
    .selectFrom('models')
    .select('uri')
    .where('uri', 'in', uris)
    .where('published', '=', true)
    .execute()
  return new Set(rows.map(({ uri }) => uri))
}

async function wasPublished(db: Db, uri: string): Promise<boolean> {
  const entry = await db
    .selectFrom('gallery_entries')
    .select('id')
    .where('model_uri', '=', uri)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

function modelOf(row: Selectable<ModelsTable>): StoredModel {
  return {
    uri: row.uri,
    fileName: row.file_name,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    format: row.format,
  }
}
