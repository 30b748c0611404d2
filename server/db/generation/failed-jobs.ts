import { sql } from 'kysely'
import { operationalFailures } from '../../domain/generation/request/failure.ts'
import { literals } from '../core/literals.ts'

/** Condition on `generation_jobs`: failed within a day, by an engine or by the service. */
export const hasFailedLately = sql<boolean>`status = 'error' and completed_at > now() - interval '1 day'
  and failure->>'kind' in (${literals(operationalFailures)})`
