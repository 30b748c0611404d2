// The current state of the farm: job counts and printers.
import type { FarmDeps, FarmSummary } from '../ports.ts'
import { listPrinters, type SeenPrinter } from './read-printers.ts'

export type FarmState = {
  readonly summary: FarmSummary
  readonly printers: readonly SeenPrinter[]
}

/** `timeZone`: the farm's time zone, which defines "today". */
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
