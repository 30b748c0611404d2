// Form on /operator/orders/{code} that prints parts of an order again.
import { maxReasonCharacters } from '../../../domain/base/text/text-lengths.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import type { OrderLine } from '../../../domain/orders/record/order-lines.ts'
import { isReleased } from '../../../domain/orders/record/status.ts'
import { type FieldErrors, Hidden, TextField } from '../../../html/form-fields.tsx'
import { orderPath } from '../parts/order-path.ts'
import { ScrapReasonField } from '../parts/scrap-reason.tsx'
import { PartsFields, type TypedParts } from './parts-fields.tsx'

/** Form as filled in. */
export type ReprintForm = {
  readonly parts: TypedParts
  readonly reason: string
  readonly scrapReason: string
}

type Props = {
  readonly order: Order
  readonly lines: readonly OrderLine[]
  readonly form: ReprintForm | undefined
  readonly errors: FieldErrors
}

/** Open if a form was not saved. */
export function ReprintPanel({ order, lines, form, errors }: Props) {
  if (!isReleased(order.status)) return ''
  return (
    <section class="panel" aria-labelledby="reprint">
      <h2 id="reprint">Print again</h2>
      <details open={form !== undefined}>
        <summary>Print parts again, free of charge</summary>
        <form method="post" action={`${orderPath(order.code)}/reprint`}>
          <Hidden name="version" value={String(order.version)} />
          <PartsFields
            name="reprintLine"
            lines={lines}
            typed={form?.parts ?? {}}
            hintOf={({ options: { quantity } }) => `Of ${quantity}.`}
            errors={errors}
          />
          <TextField
            name="reprintReason"
            label="Reason"
            value={form?.reason ?? ''}
            hint="Shown to operators. The customer’s page says that parts are printed again."
            errors={errors}
            input={{ maxlength: maxReasonCharacters, autocomplete: 'off' }}
          />
          <ScrapReasonField typed={form?.scrapReason} errors={errors} />
          <button type="submit" class="quiet">
            Print again
          </button>
        </form>
      </details>
    </section>
  )
}
