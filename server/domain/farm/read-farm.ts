// What the farm does now: its print jobs in figures, and its printers.
import type { FarmDeps, FarmSummary } from './ports.ts'
import { listPrinters, type SeenPrinter } from './read-printers.ts'

export type FarmState = {
  readonly summary: FarmSummary
  readonly printers: readonly SeenPrinter[]
}

/** `timeZone`: the farm's, in which "today" begins. */
export async function readFarm(
  deps: Pick<FarmDeps, 'printJobs' | 'printers' | 'clock'>,
  timeZone: string,
): Promise<FarmState> {
  const [summary, printers] = await Promise.all([
    deps.printJobs.summarize(timeZone),
    listPrinters(deps, timeZone),
  ])
  return { summary, printers }
}
