// The lines of an order of several, as a table. An order of one line has its options listed instead.
import { Html } from '@elysiajs/html'
import type { OrderLine } from '../../domain/orders/order-lines.ts'
import { money } from '../base/money.ts'
import { OrderedRows } from './order-parts.tsx'

/** What pages that anyone with the code may open show of a line: no file name. */
export type SheetLine = {
  readonly options: Pick<OrderLine['options'], 'material' | 'quality' | 'quantity' | 'color'>
  readonly price: Pick<OrderLine['price'], 'printCents'>
}

export function Ordered({ lines }: { readonly lines: readonly SheetLine[] }) {
  const [only] = lines
  if (lines.length === 1 && only !== undefined) {
    return (
      <dl class="facts">
        <OrderedRows options={only.options} />
      </dl>
    )
  }
  return (
    <table class="price">
      <tbody>
        {lines.map(({ options, price }) => (
          <tr>
            <th scope="row">
              <span
                safe
              >{`${options.quantity} × ${options.material.toUpperCase()} ${options.color}`}</span>
              <span class="hint">
                {options.quality === 'premium' ? 'Premium quality' : 'Standard quality'}
              </span>
            </th>
            <td>{money(price.printCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
