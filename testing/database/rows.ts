// Reads rows of the database for tests; each function throws when there is none.

import type { Db } from '../../server/db/core/connect.ts'
import { generationJobIdOf } from '../../server/domain/base/ids/generation-job.ts'

export const orderRow = (db: Db, code: string) =>
  db.selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirstOrThrow()

export const generationJobRow = (db: Db, id: string) =>
  db
    .selectFrom('generation_jobs')
    .selectAll()
    .where('id', '=', generationJobIdOf(id))
    .executeTakeFirstOrThrow()

export const generationRow = (db: Db, id: string) =>
  db.selectFrom('generations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
