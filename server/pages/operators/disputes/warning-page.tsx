// /operator/disputes/fraud-warnings/{id}: a bank's fraud report, and the operator's decision.
import { reasonWords } from '../../../domain/orders/reversals/dispute.ts'
import type { ListedWarning } from '../../../domain/orders/reversals/dispute-ports.ts'
import { type FieldErrors, hasErrors } from '../../../html/form-fields.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { disputesPath } from './dispute-paths.ts'
import { PaidOrder } from './paid-order.tsx'
import { WarningForm, warningNoteId } from './warning-form.tsx'

export type WarningView = DeskView & {
  readonly warning: ListedWarning
  /** Text as typed. */
  readonly note?: string
  readonly errors?: FieldErrors
}

export function warningPage(view: WarningView): Response {
  const { user, warning, notice, note = '', errors = {} } = view
  const { id, code, paymentId, fraudType, warnedAt, resolution } = warning
  const fields = [{ id: warningNoteId(id), label: 'What was found' }]
  return deskScreen({
    ...view,
    tab: 'money',
    title: `Fraud warning ${id}`,
    heading: id,
    beside: <a href={disputesPath}>Disputes</a>,
    ...(notice && { notice: hasErrors(errors) ? { ...notice, fields } : notice }),
    body: (
      <>
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
          <dt>Resolution</dt>
          <dd>{resolution ?? 'no'}</dd>
        </dl>
        <WarningForm warning={warning} user={user} note={note} errors={errors} />
      </>
    ),
  })
}
