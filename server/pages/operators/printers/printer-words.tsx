// What the pages say about a printer: its state, and the spools that are loaded.
import { type PrinterState, printerStates } from '../../../domain/base/metric-catalog.ts'
import type { Firmware, SeenState, Spool } from '../../../domain/farm/printers/printer.ts'
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

export function PrinterBadge({ seen }: { seen: SeenState }) {
  const [state, label] = printerStateWords[seen.state]
  return <StateBadge state={state} label={label} />
}

/** "3 of 5": how many print. */
export function atWorkText(counts: readonly PrinterCount[]): string {
  const all = counts.reduce((sum, each) => sum + each.printers, 0)
  const printing = counts.find(({ state }) => state === 'printing')?.printers ?? 0
  return `${count(printing)} of ${count(all)}`
}

/** For a line of its own. */
export const printersText = (counts: readonly PrinterCount[]): string =>
  `${atWorkText(counts)} printers at work: ${othersText(counts)}`

/** "1 paused, 2 ready": the printers that do not print, by state. */
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

/** "PETG Black, 640 g"; the slot where there are several. */
export function spoolText({ slot, material, color, gramsLeft }: Spool, isOnly: boolean): string {
  const grams = gramsLeft === null ? '' : `, ${gramsLeft} g`
  return `${isOnly ? '' : `${slot}: `}${material.toUpperCase()} ${color}${grams}`
}

export const spoolsText = (spools: readonly Spool[]): string =>
  spools.map((spool) => spoolText(spool, spools.length === 1)).join('; ') || 'not known'
