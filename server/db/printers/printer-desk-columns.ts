// Converts the facts that the desk shows about a printer to and from columns.
import type { Selectable } from 'kysely'
import {
  type DeskReport,
  type Heater,
  heaters,
  type PrinterCommand,
  type PrinterDesk,
  type Temperature,
  type Temperatures,
} from '../../domain/farm/printers/printer-desk.ts'
import type { PrinterCommandsTable, PrintersTable } from '../schema/printers.ts'

type CommandRow = Selectable<PrinterCommandsTable>
type DeskRow = Pick<
  Selectable<PrintersTable>,
  'controls' | 'missing_features' | 'missing_reasons' | 'temperatures' | 'reported_at'
> & { readonly picture_at: Date | null }

/** The columns of a report. What a report omits is no longer known. */
export const deskColumns = ({ controls, missing, temperatures }: DeskReport) => ({
  controls,
  missing_features: missing.map(({ feature }) => feature),
  missing_reasons: missing.map(({ reason }) => reason),
  temperatures:
    temperatures === null
      ? null
      : heaters.flatMap((heater) => {
          const read = temperatures[heater]
          return [read?.actual ?? null, read?.target ?? null]
        }),
})

export function deskOfRow(row: DeskRow, command: CommandRow | null): PrinterDesk {
  const { controls, missing_features: features, missing_reasons: reasons, temperatures } = row
  return {
    controls,
    missing: features.map((feature, index) => ({ feature, reason: reasons[index] ?? '' })),
    temperatures: temperatures === null ? null : temperaturesOf(temperatures),
    reportedAt: row.reported_at,
    pictureAt: row.picture_at,
    command: command === null ? null : commandOfRow(command),
  }
}

function temperaturesOf(stored: readonly (number | null)[]): Temperatures {
  const of = (heater: Heater): Temperature | null => {
    const at = heaters.indexOf(heater) * 2
    const actual = stored[at] ?? null
    return actual === null ? null : { actual, target: stored[at + 1] ?? null }
  }
  return { nozzle: of('nozzle'), bed: of('bed'), chamber: of('chamber') }
}

export const commandOfRow = (row: CommandRow): PrinterCommand => ({
  id: row.id,
  version: row.version,
  action: row.action,
  jobId: row.job_id,
  lease: row.lease,
  by: row.requested_by,
  requestedAt: row.requested_at,
  expiresAt: row.expires_at,
  takenAt: row.taken_at,
  endedAt: row.ended_at,
  outcome: row.outcome,
  reason: row.reason,
})
