// The lines of an order of several on the operators' page: what to print, from which file.
import type { OrderLine } from '../../domain/orders/order-lines.ts'
import { type Column, DataTable } from '../../html/data-table.tsx'
import { Section } from '../../html/section.tsx'
import { money } from '../base/money.ts'
import { supportsWithReason } from '../base/supports-line.ts'
import { orderPath } from './order-path.ts'

export function LinesSection({ code, lines }: { code: string; lines: readonly OrderLine[] }) {
  return (
    <Section id="lines" title={`${lines.length} lines`}>
      <DataTable caption="Lines of this order" columns={columnsOf(code)} rows={lines} empty="" />
    </Section>
  )
}

const columnsOf = (code: string): readonly Column<OrderLine>[] => [
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
  { label: 'Settings', text: settingsOf },
  { label: 'Grams', kind: 'number', text: ({ price }) => String(price.gramsPerPart) },
  { label: 'Print', kind: 'number', text: ({ price }) => money(price.printCents) },
]

function settingsOf({ options, supports = null }: OrderLine): string {
  const { quality, infill, nozzleDiameter, nozzleFlow, layerHeight, units } = options
  const unit = units === null ? '' : `, file in ${units}`
  const printed = supports === null ? '' : `. ${supportsWithReason(supports, options.material)}`
  return `${quality}, ${infill}% infill, ${nozzleDiameter} mm nozzle, ${nozzleFlow} flow, ${layerHeight} mm layers${unit}${printed}`
}
