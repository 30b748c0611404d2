// /operator/disputes/fraud-warnings/{id}: a bank's report of fraud, and how an operator dealt with it.
import { reasonWords } from '../../../domain/orders/disputes/dispute.ts'
import type { ListedWarning } from '../../../domain/orders/disputes/ports.ts'
import { correctFields, type FieldErrors } from '../../../html/form-fields.tsx'
import { Notice } from '../../../html/notice.tsx'
import { type DeskUser, deskPage } from '../desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { disputesPath } from './dispute-paths.ts'
import { PaidOrder } from './paid-order.tsx'
import { WarningForm, warningNoteId } from './warning-form.tsx'

export type WarningView = {
  readonly warning: ListedWarning
  readonly status?: number
  /** As typed. */
  readonly note?: string
  readonly errors?: FieldErrors
}

export function warningPage(
  user: DeskUser,
  { warning, status = 200, note = '', errors = {} }: WarningView,
): Response {
  const { id, code, paymentId, fraudType, warnedAt, resolution } = warning
  return deskPage({
    tab: 'money',
    user,
    title: `Fraud warning ${id}`,
    status,
    body: (
      <>
        <div class="page-head">
          <h1>{id}</h1>
          <a href={disputesPath}>Disputes</a>
        </div>
        {status === 200 ? (
          ''
        ) : (
          <Notice
            kind="error"
            text={`Nothing was saved. ${correctFields(errors)}`}
            fields={[{ id: warningNoteId(id), label: 'What was found' }]}
            errors={errors}
          />
        )}
        <dl class="facts">
          <dt>Order</dt>
          <dd>
            <PaidOrder code={code} />
          </dd>
          <dt>Payment</dt>
          <dd>{paymentId}</dd>
          <dt>Report</dt>
          <dd>{reasonWords(fraudType)}</dd>
          <dt>Reported</dt>
          <dd>
            <Moment at={warnedAt} timeZone={user.timeZone} />
          </dd>
          <dt>Dealt with</dt>
          <dd>{resolution ?? 'no'}</dd>
        </dl>
        <WarningForm warning={warning} user={user} note={note} errors={errors} />
      </>
    ),
  })
}
