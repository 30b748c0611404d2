// /operator/printers: all printers of the farm, with the state and queue of each.

import { type PrinterState, printerStates } from '../../../domain/base/metrics/metric-catalog.ts'
import type { SeenPrinter } from '../../../domain/farm/read/read-printers.ts'
import { type DeskUser, type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { filamentPath } from '../parts/filament-paths.ts'
import { LiveState } from '../parts/live-state.tsx'
import { type TileProps, Tiles } from '../parts/tile.tsx'
import { platesPath, printerLabelsPath } from './printer-paths.ts'
import { PrinterTable } from './printer-table.tsx'
import { printerStateWords } from './printer-words.tsx'

export type PrintersView = DeskView & {
  readonly printers: readonly SeenPrinter[]
  readonly now: Date
}

export function printersPage(view: PrintersView): Response {
  return deskScreen({
    ...view,
    tab: 'printers',
    title: 'Printers',
    beside: (
      <>
        <LiveState page={topicOf(view.user)} />
        <span class="actions end">
          {view.user.role === 'operator' ? <a href={platesPath}>Clear several plates</a> : ''}
          <a href={filamentPath}>Filament</a>
          <a href={printerLabelsPath}>Labels</a>
        </span>
      </>
    ),
    body: (
      <>
        <PrinterTiles printers={view.printers} />
        <PrinterTable {...view} />
      </>
    ),
  })
}

/** Returns the page's stream topic, which depends on the role: viewers' tables have no buttons. */
const topicOf = ({ role }: DeskUser) => `printers-${role}`

/** Returns the parts that change, by id. */
export const printersFragments = (
  view: Omit<PrintersView, 'user'> & { readonly user: Pick<DeskUser, 'role'> },
) => ({
  'printers-line': <PrinterTiles printers={view.printers} />,
  'printers-table': <PrinterTable {...view} />,
})

function PrinterTiles({ printers }: { printers: readonly SeenPrinter[] }) {
  return <Tiles id="printers-line" tiles={printerStates.map((state) => tileOf(state, printers))} />
}

function tileOf(state: PrinterState, printers: readonly SeenPrinter[]): TileProps {
  const [mark, label] = printerStateWords[state]
  const count = printers.filter(({ seen }) => seen.state === state).length
  return { label, value: String(count), ...(count > 0 && { state: mark }) }
}
