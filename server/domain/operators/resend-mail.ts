// Resends an email of the outbox, sent or not. Two requests within a minute send it once.

import { isUuid } from '../base/ids/uuid.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { OperatorFailure } from './failure.ts'
import type { OperatorDeps, OutboxMail } from './ports.ts'

const quietSeconds = 60

export async function findMail(
  { outbox }: Pick<OperatorDeps, 'outbox'>,
  id: string,
): Promise<Result<OutboxMail, OperatorFailure>> {
  const mail = isUuid(id) ? await outbox.read(id) : null
  return mail === null ? fail({ kind: 'mail_not_found' }) : ok(mail)
}

export async function resendMail(
  deps: Pick<OperatorDeps, 'outbox' | 'log'>,
  by: string,
  id: string,
): Promise<Result<OutboxMail, OperatorFailure>> {
  const mail = await findMail(deps, id)
  if (!mail.ok) return mail
  if (!(await deps.outbox.resend(id, by, quietSeconds))) return fail({ kind: 'mail_just_resent' })
  deps.log.info('mail.resend', { id, by })
  return mail
}
