// The lines of an order of several on the operators' page: what to print, from which file.
import type { PrintJob } from '../../../domain/farm/job.ts'
import { chosenForLine } from '../../../domain/farm/line-supports.ts'
import type { OrderLine } from '../../../domain/orders/order-lines.ts'
import { type Column, DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { money } from '../../base/money.ts'
import { supportsOnPlates } from '../../base/supports-line.ts'
import { orderPath } from '../parts/order-path.ts'

type Props = { code: string; lines: readonly OrderLine[]; jobs: readonly PrintJob[] }

export function LinesSection({ code, lines, jobs }: Props) {
  return (
    <Section id="lines" title={`${lines.length} lines`}>
      <DataTable
        caption="Lines of this order"
        columns={columnsOf(code, jobs)}
        rows={lines}
        empty=""
      />
    </Section>
  )
}

const columnsOf = (code: string, jobs: Props['jobs']): readonly Column<OrderLine>[] => [
  { label: 'Line', kind: 'number', text: ({ place }) => String(place) },
  { label: 'Parts', kind: 'number', text: ({ options }) => String(options.quantity) },
  {
    label: 'File',
    cell: ({ place, file }) => (
      <a href={`${orderPath(code)}/file?line=${place}`}>{file.fileName}</a>
    ),
  },
  {
    label: 'Material',
    text: ({ options }) => `${options.material.toUpperCase()} ${options.color}`,
  },
  { label: 'Settings', text: (line) => settingsOf(line, jobs) },
  { label: 'Grams', kind: 'number', text: ({ price }) => String(price.gramsPerPart) },
  { label: 'Print', kind: 'number', text: ({ price }) => money(price.printCents) },
]

function settingsOf(line: OrderLine, jobs: Props['jobs']): string {
  const { options, supports = null } = line
  const { quality, infill, nozzleDiameter, nozzleFlow, layerHeight, units } = options
  const unit = units === null ? '' : `, file in ${units}`
  const text = supportsOnPlates(supports, options.material, chosenForLine(line, jobs))
  const printed = text === null ? '' : `. ${text}`
  return `${quality}, ${infill}% infill, ${nozzleDiameter} mm nozzle, ${nozzleFlow} flow, ${layerHeight} mm layers${unit}${printed}`
}
