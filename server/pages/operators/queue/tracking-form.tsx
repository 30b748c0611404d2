// Tracking of many parcels, with the button that ships them: pasted lines, per-order fields, or an explicit "none". A
// single form, so that shipping saves the typed values.
import { type BulkAction, countShipping } from '../../../domain/fulfillment/bulk-action.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { trackingLengths } from '../../../domain/orders/record/tracking.ts'
import {
  Choice,
  FieldError,
  type FieldErrors,
  fieldMarks,
  TextArea,
} from '../../../html/form-fields.tsx'
import { orderPath } from '../parts/order-path.ts'
import { actionTitle } from './work-words.ts'

export type TrackingFormView = {
  readonly lines: string
  readonly carrier: string
  /** Typed entries by code. */
  readonly rows: ReadonlyMap<string, { readonly carrier: string; readonly number: string }>
  readonly withoutTracking: boolean
  /** Errors by field name: lines, carrier.<code>, number.<code>. */
  readonly errors: FieldErrors
}

type FormProps = {
  readonly action: BulkAction
  readonly orders: ReadonlyMap<string, Order>
  readonly form: TrackingFormView | undefined
  /** Page that the operator came from. */
  readonly backPath: string
}

export function TrackingForm({ action, orders, form, backPath }: FormProps) {
  const waiting = action.orders.filter(({ outcome }) => outcome === null)
  const { tracked, left } = countShipping(action, orders)
  const errors = form?.errors ?? {}
  const hasWrongRow = Object.keys(errors).some((name) => name !== 'lines')
  return (
    <form method="post" action={`/operator/bulk/${action.id}/tracking`} class="panel">
      <h2>Tracking</h2>
      <p>{`${tracked} of ${waiting.length} have tracking.`}</p>
      <div class="columns">
        <TextArea
          name="lines"
          label="Paste “code, carrier, number”, one order a line"
          value={form?.lines ?? ''}
          hint="From a spreadsheet or a CSV file; commas, semicolons or tabs. A link may follow the number. If any line is wrong, none is saved: it is named here, and all that you entered stays."
          errors={errors}
          area={{ rows: 6, spellcheck: 'false' }}
        />
        <div class="field">
          <label for="carrier">Carrier of lines without one</label>
          <input
            id="carrier"
            name="carrier"
            maxlength={trackingLengths.text}
            autocomplete="off"
            value={form?.carrier ?? ''}
          />
          <Choice
            type="checkbox"
            id="withoutTracking"
            name="withoutTracking"
            value="1"
            label="Ship those that have none without tracking"
            checked={form?.withoutTracking ?? action.withoutTracking}
          />
        </div>
      </div>
      <details open={waiting.length <= 20 || hasWrongRow}>
        <summary>One by one</summary>
        <section class="scroll" aria-label="Tracking by order" tabindex="0">
          <table class="data list parcels">
            <caption class="visually-hidden">Tracking by order</caption>
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Customer</th>
                <th scope="col">Carrier</th>
                <th scope="col">Number</th>
              </tr>
            </thead>
            <tbody>
              {waiting.map(({ code, tracking }) => {
                const typed = form?.rows.get(code)
                const entered = tracking ?? orders.get(code)?.enteredTracking ?? null
                return (
                  <ParcelRow
                    code={code}
                    customer={orders.get(code)?.address.recipientName ?? ''}
                    carrier={typed?.carrier ?? entered?.carrier ?? ''}
                    number={typed?.number ?? entered?.number ?? ''}
                    errors={errors}
                  />
                )
              })}
            </tbody>
          </table>
        </section>
      </details>
      <p class="actions">
        <button type="submit" class="quiet" name="do" value="save">
          Save the tracking
        </button>
        <button type="submit" name="do" value="ship">
          {left === 0 ? actionTitle(action.change, waiting.length) : 'Save and ship'}
        </button>
        <a href={backPath}>Cancel</a>
      </p>
      {left === 0 ? '' : <p class="hint">Orders without tracking stay as they are.</p>}
    </form>
  )
}

type RowProps = {
  readonly code: string
  readonly customer: string
  readonly carrier: string
  readonly number: string
  readonly errors: FieldErrors
}

function ParcelRow({ code, customer, carrier, number, errors }: RowProps) {
  const cells = [
    { name: `carrier.${code}`, column: 'Carrier', label: `Carrier of ${code}`, value: carrier },
    {
      name: `number.${code}`,
      column: 'Number',
      label: `Tracking number of ${code}`,
      value: number,
    },
  ]
  return (
    <tr>
      <th scope="row">
        <a href={orderPath(code)}>{code}</a>
      </th>
      <td>{customer}</td>
      {cells.map(({ name, column, label, value }) => (
        <td data-label={column}>
          <input
            id={name}
            name={name}
            aria-label={label}
            maxlength={trackingLengths.text}
            autocomplete="off"
            value={value}
            {...fieldMarks(errors, name)}
          />
          <FieldError name={name} errors={errors} />
        </td>
      ))}
    </tr>
  )
}
