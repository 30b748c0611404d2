// Form in which operators set status and tracking. It sends the version of the order that it was rendered from.

import { changeText, type OrderChange } from '../../../domain/orders/history/change.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { isPaid } from '../../../domain/orders/record/payment.ts'
import {
  isOperatorStatus,
  isStatusAllowed,
  orderStatusLabels,
} from '../../../domain/orders/record/status.ts'
import { trackingLengths } from '../../../domain/orders/record/tracking.ts'
import { isClosedAndRefunded } from '../../../domain/orders/reversals/refund.ts'
import {
  Choice,
  Field,
  FieldError,
  type FieldErrors,
  Hidden,
  TextField,
} from '../../../html/form-fields.tsx'
import { Moment } from '../parts/moment.tsx'
import { orderPath } from '../parts/order-path.ts'

/** Values of the form. After a refusal, they are as typed. */
export type StatusForm = {
  readonly status: string
  readonly carrier: string
  readonly number: string
  readonly url: string
  readonly withoutTracking: boolean
  /**
   * Confirms an unusual order: an unpaid order that was paid otherwise or is a gift, or a fully refunded order that is
   * printed anyway.
   */
  readonly unpaid: boolean
}

export const statusFormOf = ({ status, enteredTracking }: Order): StatusForm => ({
  status,
  carrier: enteredTracking?.carrier ?? '',
  number: enteredTracking?.number ?? '',
  url: enteredTracking?.url ?? '',
  withoutTracking: status === 'SHIPPED' && enteredTracking === null,
  unpaid: false,
})

const settable = Object.keys(orderStatusLabels).filter(isOperatorStatus)

export function StatusPanel({
  order,
  form,
  errors,
  isOpen,
}: {
  order: Order
  form: StatusForm
  errors: FieldErrors
  /** The form was not saved. */
  isOpen: boolean
}) {
  const shipsNext = order.status === 'PRINTED' && order.enteredTracking === null
  return (
    <section class="panel" aria-labelledby="status-title">
      <h2 id="status-title">Status and tracking</h2>
      <UnpaidWarning order={order} />
      <details open={isOpen || shipsNext || takesUnpaid(order)}>
        <summary>Set the status or the tracking</summary>
        <form method="post" action={orderPath(order.code)}>
          <Hidden name="version" value={String(order.version)} />
          <StatusSelect order={order} form={form} errors={errors} />
          {takesUnpaid(order) ? <UnpaidField order={order} form={form} errors={errors} /> : ''}
          <TrackingFields form={form} errors={errors} />
          <button type="submit">Save</button>
        </form>
      </details>
    </section>
  )
}

const takesUnpaid = (order: Order): boolean => !isPaid(order) || isClosedAndRefunded(order)

function UnpaidWarning({ order }: { order: Order }) {
  if (!takesUnpaid(order)) return ''
  const text = isPaid(order)
    ? 'This order was refunded in full. To print it all the same, tick the box below.'
    : 'This order is not paid. It can be cancelled or rejected; to print it all the same, tick the box below.'
  return <p>{text}</p>
}

type SelectProps = { order: Order; form: StatusForm; errors: FieldErrors }

function StatusSelect({ order, form, errors }: SelectProps) {
  return (
    <Field name="status" label="Status" errors={errors}>
      {(field) => (
        <select {...field} required>
          {isOperatorStatus(form.status) ? '' : <option value="">Choose</option>}
          {settable
            .filter((status) => isStatusAllowed(order, status, { unpaid: true }))
            .map((status) => (
              <option value={status} selected={status === form.status}>
                {orderStatusLabels[status]}
              </option>
            ))}
        </select>
      )}
    </Field>
  )
}

function UnpaidField({ order, form, errors }: SelectProps) {
  const label = isPaid(order)
    ? 'Print it although it was refunded'
    : 'Print it unpaid: it was paid otherwise, or is a gift'
  return (
    <div class="field">
      <Choice
        type="checkbox"
        id="unpaid"
        name="unpaid"
        value="1"
        label={label}
        checked={form.unpaid}
        errors={errors}
      />
      <FieldError name="unpaid" errors={errors} />
    </div>
  )
}

type TrackingProps = { form: StatusForm; errors: FieldErrors }

/** Carrier, number and link of a parcel, or the choice to ship without. */
export function TrackingFields({ form, errors }: TrackingProps) {
  const field = { errors, input: { maxlength: trackingLengths.text, autocomplete: 'off' } } as const
  return (
    <>
      <div class="columns">
        <TextField {...field} name="carrier" label="Carrier" value={form.carrier} />
        <TextField {...field} name="number" label="Tracking number" value={form.number} />
      </div>
      <TextField
        name="url"
        label="Tracking page"
        value={form.url}
        hint="Optional. Customers see the tracking once the order has shipped. Empty the fields to clear it."
        errors={errors}
        input={{ maxlength: trackingLengths.url, autocomplete: 'off' }}
      />
      <div class="field">
        <Choice
          type="checkbox"
          id="withoutTracking"
          name="withoutTracking"
          value="1"
          label="Ship without tracking"
          checked={form.withoutTracking}
          errors={errors}
        />
        <FieldError name="withoutTracking" errors={errors} />
      </div>
    </>
  )
}

type ChangedProps = { readonly changes: readonly OrderChange[]; readonly timeZone: string }

/** Changes since the form was opened, above a form with an outdated version. The form keeps its entries. */
export function ChangedSince({ changes, timeZone }: ChangedProps) {
  return (
    <div class="notice error" role="alert">
      <p>
        <strong>This order has changed since you opened it. Nothing was saved.</strong>
      </p>
      {changes.length === 0 ? (
        ''
      ) : (
        <ul class="changes">
          {changes.map((change) => (
            <li>
              <Moment at={change.at} timeZone={timeZone} />
              <span>{`, ${change.by}: ${changeText(change)}`}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        The page shows the order as it is now, with what you entered. Check both, then try again.
      </p>
    </div>
  )
}
