// A worker that runs until no email and no job is waiting.

import type { TestService } from './service.ts'
import { until } from './until.ts'

export async function workOff({ service }: TestService): Promise<void> {
  const worker = await service.startWorker()
  await until(async () => {
    const { rows } = await service.database.pool.query(
      `select (select count(*) from graphile_worker.jobs where attempts < max_attempts)::int as jobs,
         (select count(*) from emails where sent_at is null and not queued)::int as mails`,
    )
    return rows[0].jobs === 0 && rows[0].mails === 0
  })
  await worker.stop()
}

/** Creates a job for the order's email, as after a failed first attempt. Returns the email's id. */
export async function queueMail({ service }: TestService, code: string): Promise<string> {
  const { rows } = await service.database.pool.query(
    `with mail as (
      update emails set queued = true where order_id = (select id from orders where code = $1) returning id
    )
    select id, graphile_worker.add_job('send-email', json_build_object('id', id), job_key := 'send-email:' || id) from mail`,
    [code],
  )
  return rows[0].id
}
