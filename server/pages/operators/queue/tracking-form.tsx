// The tracking of many parcels at once: pasted lines, or a field for each order, or explicitly none.
import { Html } from '@elysiajs/html'
import { type BulkAction, countShipping } from '../../../domain/fulfillment/bulk-action.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { attribute } from '../../base/attribute.ts'
import { Choice, FieldError, fieldMarks } from '../../base/form-fields.tsx'
import { orderPath } from '../order-path.ts'

export type TrackingFormView = {
  readonly lines: string
  readonly carrier: string
  /** By code, as typed. */
  readonly rows: ReadonlyMap<string, { readonly carrier: string; readonly number: string }>
  readonly withoutTracking: boolean
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[]
}

type FormProps = {
  readonly action: BulkAction
  readonly orders: ReadonlyMap<string, Order>
  readonly form: TrackingFormView | undefined
}

export function TrackingForm({ action, orders, form }: FormProps) {
  const waiting = action.orders.filter(({ outcome }) => outcome === null)
  const { tracked } = countShipping(action, orders)
  const problems = form?.problems ?? []
  const errors: Record<string, string> = problems.length === 0 ? {} : { lines: problems.join(' ') }
  return (
    <form method="post" action={`/operator/bulk/${action.id}/tracking`} class="panel">
      <h2>Tracking</h2>
      <p>{`${tracked} of ${waiting.length} have tracking.`}</p>
      <div class="columns">
        <div class="field">
          <label for="lines">Paste “code, carrier, number”, one order a line</label>
          <textarea
            id="lines"
            name="lines"
            rows="6"
            spellcheck="false"
            {...fieldMarks(errors, 'lines', { hasHint: true })}
            safe
          >
            {form?.lines ?? ''}
          </textarea>
          <FieldError name="lines" errors={errors} />
          <p class="hint" id="lines-hint">
            From a spreadsheet or a CSV file; commas, semicolons or tabs. A link may follow the
            number.
          </p>
        </div>
        <div class="field">
          <label for="carrier">Carrier of lines without one</label>
          <input
            id="carrier"
            name="carrier"
            maxlength="100"
            autocomplete="off"
            value={attribute(form?.carrier ?? '')}
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
      <details open={waiting.length <= 20}>
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
                  />
                )
              })}
            </tbody>
          </table>
        </section>
      </details>
      <p class="actions">
        <button type="submit" class="quiet">
          Save the tracking
        </button>
      </p>
    </form>
  )
}

type RowProps = {
  readonly code: string
  readonly customer: string
  readonly carrier: string
  readonly number: string
}

function ParcelRow({ code, customer, carrier, number }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <a href={orderPath(code)} safe>
          {code}
        </a>
      </th>
      <td safe>{customer}</td>
      <td data-label="Carrier">
        <input
          name={attribute(`carrier.${code}`)}
          aria-label={attribute(`Carrier of ${code}`)}
          maxlength="100"
          autocomplete="off"
          value={attribute(carrier)}
        />
      </td>
      <td data-label="Number">
        <input
          name={attribute(`number.${code}`)}
          aria-label={attribute(`Tracking number of ${code}`)}
          maxlength="100"
          autocomplete="off"
          value={attribute(number)}
        />
      </td>
    </tr>
  )
}
