// Request bodies that background runs replay, in rows of one part each, so that they are written and deleted with their job in one
// transaction.
import { open } from 'node:fs/promises'
import type { Transaction } from 'kysely'
import type { RawBody } from '../../domain/generation/request/request.ts'
import type { Db } from '../core/connect.ts'
import type { Database } from '../schema/database.ts'

const partBytes = 1024 * 1024

/** Holds one part in memory at a time. */
export async function keepBody(
  tx: Transaction<Database>,
  jobId: string,
  { source }: RawBody,
): Promise<void> {
  if ('text' in source) {
    await keepPart(tx, jobId, 0, Buffer.from(source.text))
    return
  }
  const file = await open(source.path, 'r')
  try {
    for (let part = 0; ; part += 1) {
      const buffer = Buffer.allocUnsafe(partBytes)
      const { bytesRead } = await file.read(buffer, 0, partBytes, part * partBytes)
      if (bytesRead === 0) return
      await keepPart(tx, jobId, part, buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

async function keepPart(tx: Transaction<Database>, jobId: string, part: number, bytes: Buffer) {
  await tx.insertInto('generation_bodies').values({ job_id: jobId, part, bytes }).execute()
}

/** false = no body is stored; then no file is created. */
export async function fetchBody(db: Db, jobId: string, path: string): Promise<boolean> {
  let part = await readPart(db, jobId, 0)
  if (part === undefined) return false
  const file = await open(path, 'wx', 0o600)
  try {
    for (let next = 1; part !== undefined; next += 1) {
      await file.writeFile(part.bytes)
      part = await readPart(db, jobId, next)
    }
  } finally {
    await file.close()
  }
  return true
}

function readPart(db: Db, jobId: string, part: number) {
  return db
    .selectFrom('generation_bodies')
    .select('bytes')
    .where('job_id', '=', jobId)
    .where('part', '=', part)
    .executeTakeFirst()
}

export async function dropBody(tx: Transaction<Database>, jobId: string): Promise<void> {
  await tx.deleteFrom('generation_bodies').where('job_id', '=', jobId).execute()
}
