// Generation jobs that ended in error.
import { sql } from 'kysely'
import * as v from 'valibot'
import type { GenerationBoard } from '../../domain/operators/ports.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'

const failureRow = v.object({
  id: v.string(),
  email: v.string(),
  reason: v.string(),
  message: v.nullable(v.string()),
  endedAt: v.date(),
  creditsRefunded: wholeNumber,
})

export function createGenerationBoard(db: Db): GenerationBoard {
  return {
    listFailed: async ({ reasons, days, limit }) => {
      if (reasons.length === 0) return []
      return await readRows(
        db,
        failureRow,
        sql`
        select job.id, accounts.email, job.failure->>'kind' as reason, job.failure->>'message' as message,
          job.completed_at as "endedAt", coalesce(job.credits_charged, 0) as "creditsRefunded"
        from generation_jobs as job join accounts on accounts.id = job.account_id
        where job.status = 'error' and job.completed_at > now() - make_interval(days => ${days})
          and job.failure->>'kind' in (${sql.join(reasons)})
        order by job.completed_at desc limit ${limit}`,
      )
    },
  }
}
