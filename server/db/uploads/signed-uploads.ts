// Uploads that go directly to storage. A claim keeps two calls from completing one upload at the same time.
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { AccountId } from '../../domain/base/caller.ts'
import type {
  CompletedUpload,
  NewSignedUpload,
  SignedUpload,
  SignedUploads,
  UploadClaim,
} from '../../domain/uploads/ports.ts'
import type { Db } from '../core/connect.ts'
import { hasLapsed, leaseEnd } from '../core/transactions/leases.ts'
import { jsonb, readJson } from '../core/values/json.ts'
import type { SignedUploadsTable } from '../schema/models.ts'

/** Longer than fetching, measuring and storing take together. */
const claimSeconds = 300

export function createSignedUploads(db: Db): SignedUploads {
  return {
    add: (upload) => addUpload(db, upload),
    findByToken: async (tokenHash) => {
      const row = await db
        .selectFrom('signed_uploads')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      if (row === undefined) return null
      const owner = { kind: 'account', accountId: row.account_id } as const
      return { upload: uploadOf(row), owner, isCompleted: row.completed_at !== null }
    },
    claim: (accountId, id, now) => claim(db, { accountId, id, now }),
    finish: async (id, result, now) => {
      await db
        .updateTable('signed_uploads')
        .set({ completed_at: now, result: jsonb(result), claimed_until: null })
        .where('id', '=', id)
        .execute()
    },
    release: async (id) => {
      await db
        .updateTable('signed_uploads')
        .set({ claimed_until: null })
        .where('id', '=', id)
        .execute()
    },
    expire: async (id, now) => {
      await db
        .updateTable('signed_uploads')
        .set({ expires_at: now })
        .where('id', '=', id)
        .where('completed_at', 'is', null)
        .execute()
    },
    listExpired: async (before, limit) => {
      const rows = await db
        .selectFrom('signed_uploads')
        .select('id')
        .where('expires_at', '<', before)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    remove: async (id) => {
      await db.deleteFrom('signed_uploads').where('id', '=', id).execute()
    },
  }
}

async function addUpload(db: Db, upload: NewSignedUpload): Promise<void> {
  await db
    .insertInto('signed_uploads')
    .values({
      id: upload.id,
      account_id: upload.accountId,
      file_name: upload.fileName,
      format: upload.format,
      size_bytes: upload.sizeBytes,
      sha256: upload.sha256,
      units: upload.units,
      token_hash: upload.tokenHash,
      expires_at: upload.expiresAt,
    })
    .execute()
}

async function claim(
  db: Db,
  { accountId, id, now }: { accountId: AccountId; id: string; now: Date },
): Promise<UploadClaim> {
  const claimed = await db
    .updateTable('signed_uploads')
    .set({ claimed_until: leaseEnd(claimSeconds) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), hasLapsed('claimed_until')]))
    .returningAll()
    .executeTakeFirst()
  if (claimed !== undefined) return { kind: 'claimed', upload: uploadOf(claimed) }
  const row = await db
    .selectFrom('signed_uploads')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return { kind: 'not_found' }
  if (row.completed_at !== null) return { kind: 'completed', result: resultOf(row) }
  return row.expires_at <= now ? { kind: 'expired' } : { kind: 'running' }
}

const uploadOf = (row: Selectable<SignedUploadsTable>): SignedUpload => ({
  id: row.id,
  fileName: row.file_name,
  format: row.format,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  units: row.units,
  expiresAt: row.expires_at,
})

const resultShape = v.object({
  generationId: v.string(),
  modelUrl: v.string(),
  fileName: v.string(),
  bytes: v.number(),
  dimensionsMm: v.array(v.number()),
  volumeCm3: v.number(),
})

const resultOf = ({ id, result }: Selectable<SignedUploadsTable>): CompletedUpload =>
  readJson(resultShape, result, { table: 'signed_uploads', column: 'result', id })
