// Lines of an order with several lines on the operators' page: what to print, from which file.

import type { PrintJob } from '../../../domain/farm/jobs/job.ts'
import { chosenForLine } from '../../../domain/farm/line-supports.ts'
import type { MeshReport } from '../../../domain/models/report.ts'
import { sizesText } from '../../../domain/models/size-text.ts'
import type { OrderLine } from '../../../domain/orders/record/order-lines.ts'
import { hasPicture } from '../../../domain/orders/record/part-picture.ts'
import { type Column, DataTable } from '../../../html/data-table.tsx'
import { Section } from '../../../html/section.tsx'
import { money } from '../../base/money.ts'
import { supportsOnPlates } from '../../base/supports-line.ts'
import { english } from '../../languages/words.ts'
import { PartPicture } from '../../orders/part-picture.tsx'
import { deskPicturePath, orderPath } from '../parts/order-path.ts'
import { MeshFindings } from '../parts/part-facts.tsx'

type Props = {
  code: string
  lines: readonly OrderLine[]
  jobs: readonly PrintJob[]
  reports: ReadonlyMap<number, MeshReport>
}

export function LinesSection({ code, lines, jobs, reports }: Props) {
  return (
    <Section id="lines" title={`${lines.length} lines`}>
      <DataTable
        caption="Lines of this order"
        columns={columnsOf({ code, jobs, reports })}
        rows={lines}
        empty=""
      />
    </Section>
  )
}

const columnsOf = ({ code, jobs, reports }: Omit<Props, 'lines'>): readonly Column<OrderLine>[] => [
  { label: 'Line', text: ({ place }) => `Line ${place}` },
  { label: 'Parts', kind: 'number', text: ({ options }) => String(options.quantity) },
  {
    label: 'Part',
    cell: (line) => (
      <div class="part-shown">
        <PartPicture
          words={english}
          code={code}
          line={{ place: line.place, hasPicture: hasPicture(line) }}
          sizePx={64}
          path={deskPicturePath}
        />
        <div>
          <a href={`${orderPath(code)}/file?line=${line.place}`}>{line.file.fileName}</a>
          <PartText report={reports.get(line.place) ?? null} />
        </div>
      </div>
    ),
  },
  {
    label: 'Material',
    text: ({ options }) => `${options.material.toUpperCase()} ${options.color}`,
  },
  { label: 'Settings', kind: 'wrap', text: (line) => settingsOf(line, jobs) },
  { label: 'Grams', kind: 'number', text: ({ price }) => String(price.gramsPerPart) },
  { label: 'Print', kind: 'number', text: ({ price }) => money(price.printCents) },
]

function PartText({ report }: { report: MeshReport | null }) {
  if (report === null) return ''
  return (
    <>
      <p class="hint">{sizesText(report.dimensionsMm)}</p>
      <MeshFindings report={report} />
    </>
  )
}

function settingsOf(line: OrderLine, jobs: Props['jobs']): string {
  const { options, supports = null } = line
  const { quality, infill, nozzleDiameter, nozzleFlow, layerHeight, units } = options
  const unit = units === null ? '' : `, file in ${units}`
  const text = supportsOnPlates(supports, options.material, chosenForLine(line, jobs))
  const printed = text === null ? '' : `. ${text}`
  return `${quality}, ${infill}% infill, ${nozzleDiameter} mm nozzle, ${nozzleFlow} flow, ${layerHeight} mm layers${unit}${printed}`
}
