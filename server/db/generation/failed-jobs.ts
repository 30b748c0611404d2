import { sql } from 'kysely'
import { operationalFailures } from '../../domain/generation/request/failure.ts'
import { literals } from '../core/values/literals.ts'

/** Key, subject, time and detail of the jobs that an engine or the service failed within the last day. */
export const failedGenerations = sql`
  select id::text, id::text, completed_at, failure->>'kind' from generation_jobs
  where status = 'error' and completed_at > now() - interval '1 day' and failure->>'kind' in (${literals(operationalFailures)})`
