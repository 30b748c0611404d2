// The floor page: what each printer does, its next plate, and what a person must do at it.
import type { PrintJobId } from '../base/ids/print-job-id.ts'
import { isAnyColor, type Material } from '../catalog/options.ts'
import type { OpenPlateJob, SharingPrinter } from '../farm/plate-plans.ts'
import type { FarmDeps } from '../farm/ports.ts'
import { isPlateFull, loadedSpools } from '../farm/printers/printer.ts'
import { listPrinters, type SeenPrinter } from '../farm/read/read-printers.ts'
import { fitsSpools } from '../farm/shared-plates/plate-promises.ts'

/** Task for a person at a printer; null = none. */
export type FloorTask =
  | { readonly kind: 'clear' | 'attention' | 'offline' }
  /** No waiting plate can be printed with the loaded spools. `plates`: number of plates that need this spool. */
  | {
      readonly kind: 'load'
      readonly material: Material
      /** null = any color. */
      readonly color: string | null
      readonly plates: number
    }

export type FloorPrinter = SeenPrinter & {
  /**
   * The most likely next plate, by spools, nozzle and slices; null = no waiting plate fits. The claim checks firmware
   * and bed.
   */
  readonly next: Pick<OpenPlateJob, 'id' | 'orderCode' | 'line' | 'parts'> | null
  readonly task: FloorTask | null
}

/** Limit of plates to read, from the front of the queue. */
const maxPlates = 500

/** Returns the printers by name. */
export async function readFloor(
  deps: Pick<FarmDeps, 'printers' | 'clock' | 'platePlans'>,
  timeZone: string,
): Promise<readonly FloorPrinter[]> {
  const [printers, open] = await Promise.all([
    listPrinters(deps, timeZone),
    deps.platePlans.listOpen(maxPlates),
  ])
  const plates = open.filter(({ leadId }) => leadId === null)
  const next = assignNext(printers, plates)
  const loads = assignLoads(printers, plates, next)
  return printers.map((seen) => {
    const { name } = seen.printer
    return { ...seen, next: next.get(name) ?? null, task: taskOf(seen, loads.get(name) ?? null) }
  })
}

function taskOf({ printer, seen }: SeenPrinter, load: FloorTask | null): FloorTask | null {
  if (seen.state === 'maintenance') return null
  if (isPlateFull(printer)) return { kind: 'clear' }
  if (seen.state === 'offline') return { kind: 'offline' }
  if (seen.state === 'paused' || seen.state === 'error') return { kind: 'attention' }
  return load
}

const sharingOf = ({ printer, seen }: SeenPrinter): SharingPrinter => {
  const { nozzleDiameter, profileNozzleMm, profile } = printer
  return {
    nozzleMm: nozzleDiameter ?? profileNozzleMm,
    profile,
    spools: loadedSpools(printer),
    isIdle: seen.state === 'ready',
  }
}

/** Whether the printer can print the plate. A plate that is not sliced yet fits any profile. */
const mayPrint = (printer: SharingPrinter, plate: OpenPlateJob): boolean =>
  fitsSpools(printer, plate) &&
  (plate.slicedFor.length === 0 || plate.slicedFor.includes(printer.profile))

const isInWork = ({ seen }: SeenPrinter): boolean =>
  seen.state !== 'maintenance' && seen.state !== 'offline' && seen.state !== 'error'

/** Assigns each plate to one printer, idle printers first. */
function assignNext(
  printers: readonly SeenPrinter[],
  plates: readonly OpenPlateJob[],
): ReadonlyMap<string, OpenPlateJob> {
  const next = new Map<string, OpenPlateJob>()
  const taken = new Set<PrintJobId>()
  const byTime = printers
    .filter(isInWork)
    .toSorted((one, other) => freeInSeconds(one) - freeInSeconds(other))
  for (const seen of byTime) {
    const printer = sharingOf(seen)
    const plate = plates.find((each) => !taken.has(each.id) && mayPrint(printer, each))
    if (plate === undefined) continue
    taken.add(plate.id)
    next.set(seen.printer.name, plate)
  }
  return next
}

function freeInSeconds({ seen, job, printer }: SeenPrinter): number {
  if (seen.state === 'ready') return 0
  if (seen.state === 'finished') return 1
  return job?.remainingSeconds ?? printer.remainingSeconds ?? Number.MAX_SAFE_INTEGER
}

/** For a spool that no printer in service has, requests loading it at one idle printer with its nozzle. */
function assignLoads(
  printers: readonly SeenPrinter[],
  plates: readonly OpenPlateJob[],
  next: ReadonlyMap<string, OpenPlateJob>,
): ReadonlyMap<string, FloorTask> {
  const served = printers.filter(isInWork).map(sharingOf)
  const missing = plates.filter((plate) => !served.some((printer) => fitsSpools(printer, plate)))
  const spools = Map.groupBy(missing, ({ material, color, nozzleDiameter }) =>
    [material, color.toLowerCase(), nozzleDiameter].join(' '),
  )
  const loads = new Map<string, FloorTask>()
  const idle = printers.filter(({ seen, printer }) => {
    return seen.state === 'ready' && !next.has(printer.name)
  })
  for (const waiting of spools.values()) {
    const [first] = waiting
    const printer = idle.find((each) => {
      const { nozzleMm } = sharingOf(each)
      const isOfNozzle = nozzleMm === null || nozzleMm === first?.nozzleDiameter
      return isOfNozzle && !loads.has(each.printer.name)
    })
    if (first === undefined || printer === undefined) continue
    const { material, color } = first
    loads.set(printer.printer.name, {
      kind: 'load',
      material,
      color: isAnyColor(color) ? null : color,
      plates: waiting.length,
    })
  }
  return loads
}
