// Lines of an order with several lines, as a table. An order with one line lists its options instead.
import { money } from '../base/money.ts'
import { OrderedRows } from './order-parts.tsx'
import { PartPicture } from './part-picture.tsx'
import type { SheetLine } from './sheet-lines.ts'

type OrderedProps = {
  readonly lines: readonly SheetLine[]
  /** Order code. Omitted if the lines show no pictures. */
  readonly code?: string
}

export function Ordered({ lines, code }: OrderedProps) {
  const [only] = lines
  if (lines.length === 1 && only !== undefined) {
    return (
      <dl class="facts">
        {only.fileName === null ? (
          ''
        ) : (
          <>
            <dt>File</dt>
            <dd>{only.fileName}</dd>
          </>
        )}
        <OrderedRows options={only.options} />
        <dt>Settings</dt>
        <dd>{only.specs.join(', ')}</dd>
        {only.printed === null ? (
          ''
        ) : (
          <>
            <dt>Supports</dt>
            <dd>{only.printed}</dd>
          </>
        )}
      </dl>
    )
  }
  return (
    <table class="price">
      <tbody>
        {lines.map((line) => (
          <tr>
            <th scope="row" class="ordered-line">
              {code === undefined ? '' : <PartPicture code={code} line={line} sizePx={64} />}
              <LineWords line={line} />
            </th>
            <td>{money(line.price.printCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LineWords({ line: { options, fileName, specs, printed } }: { line: SheetLine }) {
  const { quantity, material, color, quality } = options
  return (
    <span>
      <span>{`${quantity} × ${material.toUpperCase()} ${color}`}</span>
      <span class="hint">{`${fileName === null ? '' : `${fileName}, `}${quality} quality`}</span>
      <span class="hint">{specs.join(', ')}</span>
      {printed === null ? '' : <span class="hint">{printed}</span>}
    </span>
  )
}
