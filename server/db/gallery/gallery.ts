// The community gallery. An entry, and whether its model is served to everyone, change in one transaction.
import { type Selectable, sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type {
  Gallery,
  GalleryEntry,
  NewGalleryEntry,
  Takedown,
  TakedownRequest,
} from '../../domain/gallery/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { recordAction } from '../core/record-action.ts'
import type { GalleryEntriesTable } from '../schema/shop.ts'

export function createGallery(db: Db): Gallery {
  return {
    publish: (entry) => db.transaction().execute((tx) => publish(tx, entry)),
    withdraw: (accountId, id) => db.transaction().execute((tx) => withdraw(tx, accountId, id)),
    takeDown: (request) => db.transaction().execute((tx) => takeDown(tx, request)),
    read: async (id) => {
      const row = await db
        .selectFrom('gallery_entries')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : entryOf(row)
    },
    list: async ({ offset, limit }) => {
      const rows = await live(db)
        .selectAll()
        .orderBy('published_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute()
      return rows.map(entryOf)
    },
    count: () => countEntries(live(db)),
    report: async ({ id, entryId, reason, at }) => {
      const row = { id, entry_id: entryId, reason, created_at: at }
      await db.insertInto('gallery_reports').values(row).execute()
    },
    reports: (entryId) =>
      db
        .selectFrom('gallery_reports')
        .select(['reason', 'created_at as at'])
        .where(ofSameModel(entryId))
        .where('closed_at', 'is', null)
        .orderBy('created_at')
        .limit(maxListedReports)
        .execute(),
    closeReports: (id, by) =>
      db.transaction().execute(async (tx) => {
        const closed = await closeReports(tx, id, by)
        if (closed > 0) {
          const detail = { reports: closed }
          await recordAction(tx, { by, kind: 'gallery_reports_closed', subject: id, detail })
        }
      }),
    countAll: () => countEntries(db.selectFrom('gallery_entries')),
    listAll: async ({ offset, limit }) => {
      const rows = await db
        .selectFrom('gallery_entries')
        .innerJoin('accounts', 'accounts.id', 'gallery_entries.account_id')
        .selectAll('gallery_entries')
        .select('accounts.email as owner_email')
        .select(openReports.as('reports'))
        .orderBy(sql`${openReports} > 0`, 'desc')
        .orderBy('gallery_entries.published_at', 'desc')
        .orderBy('gallery_entries.id')
        .offset(offset)
        .limit(limit)
        .execute()
      return rows.map(({ owner_email: ownerEmail, reports, ...row }) => ({
        ...entryOf(row),
        ownerEmail,
        reports,
      }))
    },
    readOfGeneration: async (accountId, generationId) => {
      const row = await live(db)
        .selectAll()
        .where('account_id', '=', accountId)
        .where('generation_id', '=', generationId)
        .executeTakeFirst()
      return row === undefined ? null : entryOf(row)
    },
  }
}

const maxListedReports = 100

/** Counts open reports. Reports belong to the model, so an owner cannot remove them by withdrawing the model and publishing it again. */
const openReports = sql<number>`(select count(*)::int from gallery_reports join gallery_entries same on same.id = gallery_reports.entry_id
  where same.model_uri = gallery_entries.model_uri and closed_at is null)`

const ofSameModel = (
  entryId: string,
) => sql<boolean>`entry_id in (select same.id from gallery_entries one
  join gallery_entries same on same.model_uri = one.model_uri where one.id = ${entryId})`

async function closeReports(tx: Tx, entryId: string, by: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('gallery_reports')
    .set({ closed_at: sql`now()`, closed_by: by })
    .where(ofSameModel(entryId))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

async function countEntries(entries: ReturnType<typeof live>): Promise<number> {
  const { count } = await entries
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const live = (db: Db | Tx) =>
  db
    .selectFrom('gallery_entries')
    .where('withdrawn_at', 'is', null)
    .where('taken_down_at', 'is', null)

/**
 * Locks the owner's row of the model. All functions take this lock before they lock entries, so that changes of one model run one after
 * another.
 */
async function lockModel(tx: Tx, accountId: AccountId, uri: string): Promise<void> {
  await tx
    .selectFrom('models')
    .select('uri')
    .where('account_id', '=', accountId)
    .where('uri', '=', uri)
    .forUpdate()
    .execute()
}

async function publish(
  tx: Tx,
  { model, dimensionsMm: [x, y, z], ...entry }: NewGalleryEntry,
): ReturnType<Gallery['publish']> {
  await lockModel(tx, entry.accountId, model.uri)
  if (await wasTakenDown(tx, { generationId: entry.generationId, uri: model.uri })) {
    return 'taken_down'
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('gallery_entries')
    .values({
      id: entry.id,
      generation_id: entry.generationId,
      account_id: entry.accountId,
      title: entry.title,
      model_uri: model.uri,
      file_name: model.fileName,
      sha256: model.sha256,
      size_bytes: model.sizeBytes,
      format: model.format,
      units: model.units,
      size_x_mm: x,
      size_y_mm: y,
      size_z_mm: z,
      volume_cm3: entry.volumeCm3,
      published_at: entry.publishedAt,
    })
    .onConflict((conflict) =>
      conflict
        .column('generation_id')
        .where('withdrawn_at', 'is', null)
        .where('taken_down_at', 'is', null)
        .doNothing(),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return 'already_published'
  await setPublished(tx, { accountId: entry.accountId, uri: model.uri, published: true })
  return 'published'
}

/** Whether the model, or one from which it was derived, was taken down. */
async function wasTakenDown(
  tx: Tx,
  { generationId, uri }: { readonly generationId: string; readonly uri: string },
): Promise<boolean> {
  const { rows } = await sql`
    with recursive sources (id, uri) as (
      select ${generationId}::text, ${uri}::text
      union select source.id, source.model_uri from sources
        join model_changes change on change.id = sources.id
        join generations source on source.id = change.made_from
    )
    select from gallery_entries where model_uri in (select uri from sources) and taken_down_at is not null
    union all select from banned_models where uri in (select uri from sources) limit 1`.execute(tx)
  return rows.length > 0
}

async function setPublished(
  tx: Tx,
  { accountId, uri, published }: { accountId: AccountId; uri: string; published: boolean },
): Promise<void> {
  await tx
    .updateTable('models')
    .set({ published })
    .where('account_id', '=', accountId)
    .where('uri', '=', uri)
    .execute()
}

async function withdraw(tx: Tx, accountId: AccountId, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('gallery_entries')
    .select('model_uri')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return false
  await lockModel(tx, accountId, row.model_uri)
  const { numUpdatedRows } = await tx
    .updateTable('gallery_entries')
    .set({ withdrawn_at: sql`now()` })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .where('taken_down_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return true
  // Another generation of the account may have the same model.
  const other = await live(tx)
    .select('id')
    .where('account_id', '=', accountId)
    .where('model_uri', '=', row.model_uri)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) {
    await setPublished(tx, { accountId, uri: row.model_uri, published: false })
  }
  return true
}

async function takeDown(tx: Tx, { id, by, reason }: TakedownRequest): Promise<boolean> {
  const row = await tx
    .selectFrom('gallery_entries')
    .select(['model_uri', 'title'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return false
  await tx
    .updateTable('models')
    .set({ published: false })
    .where('uri', '=', row.model_uri)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('gallery_entries')
    .set({ taken_down_at: sql`now()`, taken_down_by: by, taken_down_reason: reason })
    .where('model_uri', '=', row.model_uri)
    .where('taken_down_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await sql`update gallery_reports set closed_at = now(), closed_by = ${by} from gallery_entries as entry
    where entry.id = entry_id and entry.model_uri = ${row.model_uri} and closed_at is null`.execute(
    tx,
  )
  const detail = { title: row.title, reason }
  await recordAction(tx, { by, kind: 'gallery_taken_down', subject: id, detail })
  return true
}

function entryOf(row: Selectable<GalleryEntriesTable>): GalleryEntry {
  return {
    id: row.id,
    generationId: row.generation_id,
    accountId: row.account_id,
    title: row.title,
    model: {
      uri: row.model_uri,
      fileName: row.file_name,
      sha256: row.sha256,
      sizeBytes: row.size_bytes,
      format: row.format,
      units: row.units,
    },
    dimensionsMm: [row.size_x_mm, row.size_y_mm, row.size_z_mm],
    volumeCm3: row.volume_cm3,
    publishedAt: row.published_at,
    withdrawnAt: row.withdrawn_at,
    takenDown: takenDownOf(row),
  }
}

function takenDownOf(row: Selectable<GalleryEntriesTable>): Takedown | null {
  const { taken_down_at: at, taken_down_by: by, taken_down_reason: reason } = row
  return at === null || by === null || reason === null ? null : { at, by, reason }
}
