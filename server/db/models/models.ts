// The owners of stored models.
import { type OnConflictBuilder, type Selectable, sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
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
    isWithdrawn: (uri) => isWithdrawn(db, uri),
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

/** Updates the name when the same bytes arrive under another name: orders, mails and pages show the name that the account sent last. */
const keepingLastName =
  ({ fileName }: Pick<StoredModel, 'fileName'>) =>
  (conflict: OnConflictBuilder<Database, 'models'>) =>
    conflict.columns(['account_id', 'uri']).doUpdateSet({ file_name: fileName })

/**
 * Adds a model. If the account already owns it, only the name changes, because addresses state their unit (decisions.md 62). Returns the
 * unit that an early upload stated and that an address without a unit still means, or null when there is none.
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
 * Finds a readable model. The account's own row comes first, for its file name. A model that an account generated and then uploaded
 * remains a generated model.
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
    .orderBy((eb) => eb('account_id', 'is not distinct from', accountId), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return { ...modelOf(row), units: row.units, isGenerated: row.generated === true }
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

async function isWithdrawn(db: Db, uri: string): Promise<boolean> {
  const { rows } = await sql`
    select from gallery_entries where model_uri = ${uri}
    union all select from banned_models where uri = ${uri}
    union all select from visitor_files where uri = ${uri} and until_orders_end
    limit 1`.execute(db)
  return rows.length > 0
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
