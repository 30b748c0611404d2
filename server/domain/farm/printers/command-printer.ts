// Commands of operators to printers. A program takes a command, carries it out, and reports its outcome. At most one command is open for a
// printer, and at most one program carries it out.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import { isUuid } from '../../base/ids/uuid.ts'
import type { BaseDeps } from '../../base/ports.ts'
import { fail, type Result } from '../../base/result.ts'
import type { PrinterFailure } from './failure.ts'
import type { PrinterDeps } from './ports.ts'
import type { CommandAction, CommandOutcome, PrinterCommand } from './printer-desk.ts'

type Deps = PrinterDeps & Pick<BaseDeps, 'log'>

export type CommandRequest = {
  readonly action: CommandAction
  readonly by: string
  /** The job and the number of the last command that the operator saw; 0 = none. */
  readonly jobId: PrintJobId
  readonly version: number
}

/** An open command, for programs. */
export type OpenCommand = Pick<PrinterCommand, 'id' | 'action' | 'jobId'> & {
  readonly printer: string
}

/** `isRepeat`: the same command was already open, or carried out since the page was shown. */
export type RequestedCommand = { readonly command: PrinterCommand; readonly isRepeat: boolean }

export type CommandReport = {
  /** The program that took the command. */
  readonly taker: string
  readonly outcome: CommandOutcome
  readonly reason: string | null
}

export type PrinterCommands = {
  readonly request: (
    name: string,
    request: CommandRequest,
  ) => Promise<Result<RequestedCommand, PrinterFailure>>
  /** Returns the commands that no program has taken. */
  readonly listOpen: () => Promise<readonly OpenCommand[]>
  /** Gives the command to the program. The same program may repeat its request. */
  readonly take: (id: string, taker: string) => Promise<Result<OpenCommand, PrinterFailure>>
  readonly end: (id: string, report: CommandReport) => Promise<Result<OpenCommand, PrinterFailure>>
}

export async function commandPrinter(
  { printers, log }: Deps,
  name: string,
  request: CommandRequest,
): Promise<Result<RequestedCommand, PrinterFailure>> {
  const requested = await printers.commands.request(name, request)
  if (requested.ok && !requested.value.isRepeat) {
    log.info('farm.printer_command', { printer: name, action: request.action, by: request.by })
  }
  return requested
}

export async function takeCommand(
  { printers }: PrinterDeps,
  id: string,
  taker: string,
): Promise<Result<OpenCommand, PrinterFailure>> {
  if (!isUuid(id)) return fail({ kind: 'printer_command_not_found' })
  return await printers.commands.take(id, taker)
}

export async function endCommand(
  { printers, log }: Deps,
  id: string,
  report: CommandReport,
): Promise<Result<OpenCommand, PrinterFailure>> {
  if (!isUuid(id)) return fail({ kind: 'printer_command_not_found' })
  const ended = await printers.commands.end(id, report)
  if (ended.ok) {
    const { printer, action } = ended.value
    const { outcome, reason } = report
    log.info('farm.printer_command_ended', { printer, action, outcome, reason })
  }
  return ended
}
