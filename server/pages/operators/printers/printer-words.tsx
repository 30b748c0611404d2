// Words for a printer: its state, and its loaded spools.
import { type PrinterState, printerStates } from '../../../domain/base/metrics/metric-catalog.ts'
import {
  type Firmware,
  loadedSpools,
  type Printer,
  type SeenState,
  type Spool,
} from '../../../domain/farm/printers/printer.ts'
import type { PrinterCount } from '../../../domain/metrics/ports.ts'
import { count } from '../../base/figures.ts'
import { type State, StateBadge } from '../../base/state-badge.tsx'

export const printerStateWords = {
  ready: ['done', 'Ready'],
  printing: ['running', 'Printing'],
  paused: ['waiting', 'Paused'],
  finished: ['waiting', 'Clear the plate'],
  error: ['broken', 'Error'],
  offline: ['broken', 'Offline'],
  maintenance: ['waiting', 'Maintenance'],
} as const satisfies Record<PrinterState, readonly [State, string]>

export const firmwareNames: Readonly<Record<Firmware, string>> = {
  marlin: 'Marlin',
  klipper: 'Klipper',
  reprapfirmware: 'RepRapFirmware',
  bambu: 'Bambu Lab',
}

export const noPrinterText =
  'No printer is known. client/farm connects printers to the farm; a printer is added when it reports or claims for the first time.'

export function PrinterBadge({ seen }: { seen: SeenState }) {
  const [state, label] = printerStateWords[seen.state]
  return <StateBadge state={state} label={label} />
}

/** Number of printing machines, such as "3 of 5". */
export function atWorkText(counts: readonly PrinterCount[]): string {
  const all = counts.reduce((sum, each) => sum + each.printers, 0)
  const printing = counts.find(({ state }) => state === 'printing')?.printers ?? 0
  return `${count(printing)} of ${count(all)}`
}

/** Text for a separate line. */
export const printersText = (counts: readonly PrinterCount[]): string =>
  `${atWorkText(counts)} printers at work: ${othersText(counts)}`

/** Printers that are not printing, by state, such as "1 paused, 2 ready". */
export function othersText(counts: readonly PrinterCount[]): string {
  const others = printerStates.flatMap((state) => {
    const printers = counts.find((each) => each.state === state)?.printers ?? 0
    return state === 'printing' || printers === 0 ? [] : [`${count(printers)} ${otherWords[state]}`]
  })
  return others.join(', ') || 'no other printer'
}

const otherWords = {
  ready: 'ready',
  paused: 'paused',
  finished: 'to clear',
  error: 'with an error',
  offline: 'offline',
  maintenance: 'in maintenance',
} as const

/** Such as "PETG Black, 640 g", with the slot if there are several. */
export function loadedSpoolText(
  { slot, material, color, gramsLeft }: Spool,
  isOnly: boolean,
): string {
  const grams = gramsLeft === null ? '' : `, ${gramsLeft} g`
  return `${isOnly ? '' : `${slot}: `}${material.toUpperCase()} ${color}${grams}`
}

export function spoolsText(printer: Pick<Printer, 'spools' | 'areSpoolsCounted'>): string {
  const spools = loadedSpools(printer)
  if (spools === null) return 'not known'
  return spools.map((spool) => loadedSpoolText(spool, spools.length === 1)).join('; ') || 'none'
}
