// What the pages say about a printer: its state, and the spools that are loaded.
import type { PrinterState, SeenState, Spool } from '../../../domain/farm/printers/printer.ts'
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

export function PrinterBadge({ seen }: { seen: SeenState }) {
  const [state, label] = printerStateWords[seen.state]
  return <StateBadge state={state} label={label} />
}

/** "PETG Black, 640 g"; the slot where there are several. */
export function spoolText({ slot, material, color, gramsLeft }: Spool, isOnly: boolean): string {
  const grams = gramsLeft === null ? '' : `, ${gramsLeft} g`
  return `${isOnly ? '' : `${slot}: `}${material.toUpperCase()} ${color}${grams}`
}

export const spoolsText = (spools: readonly Spool[]): string =>
  spools.map((spool) => spoolText(spool, spools.length === 1)).join('; ') || 'not known'
