// The versions of the farm's terms. The start of a version is set here, on the database's clock, late enough that every process has read
// the version by then.
import { type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import type { Terms } from '../../domain/catalog/terms.ts'
import type { FarmTerms, NewTermsVersion, TermsVersion } from '../../domain/terms/ports.ts'
import { readStoredTerms, statedTerms } from '../../domain/terms/read-terms.ts'
import { leadSeconds } from '../../domain/terms/schedule.ts'
import type { Db } from '../core/connect.ts'
import { readNewest } from '../core/newest-version.ts'
import { recordAction } from '../core/record-action.ts'
import { advisoryLocks } from '../core/transactions/advisory-locks.ts'
import { jsonb, readJson } from '../core/values/json.ts'
import type { FarmTermsTable } from '../schema/farm-terms.ts'

export const createFarmTerms = (db: Db): FarmTerms => ({
  readInForce: () => readInForce(db),
  readHistory: (limit) => readHistory(db, limit),
  readFileVersion: (fileVersion) => readFileVersion(db, fileVersion),
  readNewestFileVersion: () => readNewestFileVersion(db),
  readTerms: (version) => readTerms(db, version),
  store: (version) => store(db, version),
})

async function readInForce(db: Db): ReturnType<FarmTerms['readInForce']> {
  const { rows } = await sql<Selectable<FarmTermsTable> & { readonly now: Date }>`
    with clock as materialized (select clock_timestamp() as now),
      in_force as materialized (select now, (select max(id) from farm_terms where valid_from <= now) as id from clock)
    select in_force.now, farm_terms.* from in_force
    left join farm_terms on farm_terms.id = in_force.id
      or (valid_from > in_force.now and farm_terms.id > coalesce(in_force.id, 0))
    order by farm_terms.id`.execute(db)
  const [first] = rows
  return {
    now: first?.now ?? new Date(),
    versions: rows.filter(({ id }) => id !== null).map(versionOfRow),
  }
}

async function readHistory(db: Db, limit: number): Promise<readonly TermsVersion[]> {
  const rows = await db
    .selectFrom('farm_terms')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(versionOfRow)
}

async function readFileVersion(db: Db, fileVersion: number): Promise<TermsVersion | null> {
  const row = await db
    .selectFrom('farm_terms')
    .selectAll()
    .where('file_version', '=', fileVersion)
    .executeTakeFirst()
  return row === undefined ? null : versionOfRow(row)
}

const readNewestFileVersion = (db: Db): Promise<number | null> =>
  readNewest(db, 'farm_terms', 'file_version')

/** Returns 0 when no version is stored. */
const readNewestVersion = async (db: Db): Promise<number> =>
  (await readNewest(db, 'farm_terms', 'id')) ?? 0

async function readTerms(db: Db, version: number): Promise<Terms | null> {
  const row = await db
    .selectFrom('farm_terms')
    .select('terms')
    .where('id', '=', version)
    .executeTakeFirst()
  return row === undefined ? null : termsOfRow({ id: version, terms: row.terms })
}

async function store(db: Db, version: NewTermsVersion): Promise<TermsVersion | null> {
  const soonest = sql<Date>`clock_timestamp() + make_interval(secs => ${leadSeconds})`
  return await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.farmTerms})`.execute(tx)
    const newest = await readNewestFileVersion(tx)
    if (version.fileVersion !== null && newest !== null && newest >= version.fileVersion) {
      return null
    }
    if (version.newest !== null && version.newest !== (await readNewestVersion(tx))) return null
    const row = await tx
      .insertInto('farm_terms')
      .values({
        valid_from:
          version.validFrom === null
            ? soonest
            : sql<Date>`greatest(${version.validFrom}::timestamptz, ${soonest})`,
        requested_from: version.validFrom,
        terms: jsonb(statedTerms(version.terms)),
        source: version.source,
        stored_by: version.storedBy,
        file_version: version.fileVersion,
        reason: version.reason,
        changes: jsonb(version.changes),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (version.storedBy !== null) {
      await recordAction(tx, {
        by: version.storedBy,
        kind: 'terms_planned',
        subject: `version ${row.id}`,
        detail: { reason: version.reason, validFrom: row.valid_from },
      })
    }
    return versionOfRow(row)
  })
}

const sentences = v.array(v.string())

function versionOfRow(row: Selectable<FarmTermsTable>): TermsVersion {
  const place = { table: 'farm_terms', id: String(row.id) }
  return {
    terms: termsOfRow(row),
    validFrom: row.valid_from,
    requestedFrom: row.requested_from,
    storedAt: row.stored_at,
    source: row.source,
    storedBy: row.stored_by,
    fileVersion: row.file_version,
    reason: row.reason,
    changes: readJson(sentences, row.changes, { ...place, column: 'changes' }),
  }
}

function termsOfRow({ id, terms }: Pick<Selectable<FarmTermsTable>, 'id' | 'terms'>): Terms {
  const read = readStoredTerms(terms, id)
  if (!read.ok) throw new Error(`The column farm_terms.terms of ${id} has an unknown shape.`)
  return read.value
}
