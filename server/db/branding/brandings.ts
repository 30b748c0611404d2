// The versions of the shop's branding, and its logos.
import { type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import { type Branding, type Logo, noBranding } from '../../domain/branding/branding.ts'
import type {
  BrandingStore,
  BrandingVersion,
  FileBranding,
  NewBrandingVersion,
  StatedBranding,
} from '../../domain/branding/ports.ts'
import { readStoredBranding } from '../../domain/branding/read-branding.ts'
import type { Db } from '../core/connect.ts'
import { readNewest } from '../core/newest-version.ts'
import { recordAction } from '../core/record-action.ts'
import { advisoryLocks } from '../core/transactions/advisory-locks.ts'
import { jsonb, readJson } from '../core/values/json.ts'
import type { BrandingLogosTable, BrandingVersionsTable } from '../schema/branding.ts'

export const createBrandings = (db: Db): BrandingStore => ({
  readNewest: () => readNewestBranding(db),
  readNewestVersion: () => readNewestVersion(db),
  readHistory: (limit) => readHistory(db, limit),
  readFileVersion: (fileVersion) => readFileVersion(db, fileVersion),
  readNewestFileVersion: () => readNewestFileVersion(db),
  keepLogo: (logo) => keepLogo(db, logo),
  findLogo: (digest) => findLogo(db, digest),
  store: (version) => store(db, version),
})

async function readNewestBranding(db: Db): Promise<Branding> {
  const row = await db
    .selectFrom('branding_versions')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return noBranding
  const { logoDigest, ...stated } = statedOfRow(row)
  const logo = logoDigest === null ? null : await findLogo(db, logoDigest)
  return { ...stated, version: Number(row.id), logo }
}

const readNewestVersion = async (db: Db): Promise<number> =>
  (await readNewest(db, 'branding_versions', 'id')) ?? 0

async function readHistory(db: Db, limit: number): Promise<readonly BrandingVersion[]> {
  const rows = await db
    .selectFrom('branding_versions')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(versionOfRow)
}

async function readFileVersion(db: Db, fileVersion: number): Promise<FileBranding | null> {
  const row = await db
    .selectFrom('branding_versions')
    .selectAll()
    .where('file_version', '=', fileVersion)
    .executeTakeFirst()
  if (row === undefined) return null
  const { name, accent } = statedOfRow(row)
  return { name, accent, logoSource: row.logo_source }
}

const readNewestFileVersion = (db: Db): Promise<number | null> =>
  readNewest(db, 'branding_versions', 'file_version')

async function keepLogo(db: Db, logo: Logo): Promise<void> {
  await db
    .insertInto('branding_logos')
    .values({
      digest: logo.digest,
      type: logo.type,
      width: logo.width,
      height: logo.height,
      is_dark: logo.isDark,
      body: Buffer.from(logo.body),
      mail_png: Buffer.from(logo.mailPng),
      icon_png: Buffer.from(logo.iconPng),
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute()
}

async function findLogo(db: Db, digest: string): Promise<Logo | null> {
  const row = await db
    .selectFrom('branding_logos')
    .selectAll()
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row === undefined ? null : logoOfRow(row)
}

async function store(db: Db, version: NewBrandingVersion): Promise<BrandingVersion | null> {
  const { branding, fileVersion } = version
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.branding})`.execute(tx)
    if (version.newest !== (await readNewestVersion(tx))) return null
    const newestFile = await readNewestFileVersion(tx)
    if (fileVersion !== null && newestFile !== null && newestFile >= fileVersion) return null
    const row = await tx
      .insertInto('branding_versions')
      .values({
        branding: jsonb(branding),
        logo_digest: branding.logoDigest,
        origin: version.origin,
        stored_by: version.storedBy,
        file_version: fileVersion,
        logo_source: version.logoSource,
        reason: version.reason,
        changes: jsonb(version.changes),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (version.storedBy !== null) {
      await recordAction(tx, {
        by: version.storedBy,
        kind: 'branding_saved',
        subject: `version ${row.id}`,
        detail: { reason: version.reason },
      })
    }
    return versionOfRow(row)
  })
}

const sentences = v.array(v.string())

function versionOfRow(row: Selectable<BrandingVersionsTable>): BrandingVersion {
  const place = { table: 'branding_versions', id: String(row.id) }
  return {
    version: Number(row.id),
    storedAt: row.stored_at,
    origin: row.origin,
    storedBy: row.stored_by,
    fileVersion: row.file_version,
    reason: row.reason,
    changes: readJson(sentences, row.changes, { ...place, column: 'changes' }),
  }
}

function statedOfRow({ id, branding }: Selectable<BrandingVersionsTable>): StatedBranding {
  const read = readStoredBranding(branding)
  if (read === null) {
    throw new Error(`The column branding_versions.branding of ${id} has an unknown shape.`)
  }
  return read
}

const logoOfRow = (row: Selectable<BrandingLogosTable>): Logo => ({
  digest: row.digest,
  type: row.type,
  width: row.width,
  height: row.height,
  isDark: row.is_dark,
  body: new Uint8Array(row.body),
  mailPng: new Uint8Array(row.mail_png),
  iconPng: new Uint8Array(row.icon_png),
})
