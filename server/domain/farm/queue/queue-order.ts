// Turns orders into print jobs, for operators (decisions.md 44).

import { parsePrintFileId } from '../../base/ids/print-file-id.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { Estimated } from '../../measurement/processing.ts'
import { printedSides } from '../../measurement/supports.ts'
import { isSlicedName } from '../../models/format.ts'
import type { Measurement } from '../../models/report.ts'
import { changedSince } from '../../orders/changed-since.ts'
import type { OrderFailure, StatusFailure } from '../../orders/failure.ts'
import { findOrder } from '../../orders/find-order.ts'
import type { Order } from '../../orders/record/order.ts'
import { listLines, type OrderLine } from '../../orders/record/order-lines.ts'
import { countStatus } from '../../orders/status-changes/count-status.ts'
import { type EstimateReads, pricedTimes, storedEstimate } from '../../planning/plan-part.ts'
import { defaultPlates } from '../../planning/plates.ts'
import { type PrintTimes, timesOfEstimate, timesOfPart } from '../../planning/print-times.ts'
import type { FarmFailure } from '../failure.ts'
import type { NewPlate, PrintFile, SizeMm } from '../jobs/job.ts'
import { storedLine } from '../line-of.ts'
import { supportsOfLine } from '../line-supports.ts'
import { estimateLines, type PlanDeps } from '../plan-orders.ts'
import type {
  FarmDeps,
  FileFacts,
  JobsChanged,
  LineWork,
  PartsLeft,
  QueuePlan,
  QueueRequest,
} from '../ports.ts'
import { copiesOnPlates, type ProfileInUse, profilesFor } from '../printers/plate-profiles.ts'
import type { Firmware } from '../printers/printer.ts'

export type PlannedPlateInput = {
  /** The order line, starting at 1. Required if the order has several lines. */
  readonly line?: number | undefined
  readonly parts: number
  /** The plate's number. Default: the next free number. */
  readonly plate?: number | undefined
  /** A file of POST /api/farm/print-upload. Default: the order's file. */
  readonly fileId?: string | undefined
}

export type QueueInput = {
  readonly code: string
  /** Default: the automatically planned plates. */
  readonly plates?: readonly PlannedPlateInput[] | undefined
  /** The order's version that the operator saw. */
  readonly version?: number | undefined
}

type QueueRefusal = FarmFailure | OrderFailure | StatusFailure

type QueueDeps = Pick<FarmDeps, 'orders' | 'printJobs' | 'printers' | 'plateProfiles' | 'meter'> &
  PlanDeps

type LineReads = Pick<FarmDeps, 'orderLines' | 'plateProfiles'> &
  EstimateReads & { readonly measurements: Pick<FarmDeps['measurements'], 'read'> }

/** Accepts an order that is still RECEIVED, and queues all parts that are not in a job. A repeat adds nothing. */
export function queueOrder(
  deps: QueueDeps,
  operator: string,
  input: QueueInput,
): Promise<Result<JobsChanged, QueueRefusal>> {
  return addPlates(deps, operator, input, true)
}

/** Adds jobs to an accepted order. */
export function createJobs(
  deps: QueueDeps,
  operator: string,
  input: QueueInput & { readonly plates: readonly PlannedPlateInput[] },
): Promise<Result<JobsChanged, QueueRefusal>> {
  return addPlates(deps, operator, input, false)
}

async function addPlates(
  deps: QueueDeps,
  operator: string,
  { code, plates, version }: QueueInput,
  accept: boolean,
): Promise<Result<JobsChanged, QueueRefusal>> {
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  await estimateLines(deps, order)
  const lines = await linesToPrint(deps, order, await deps.printers.profilesInUse())
  const chosen = plates === undefined ? null : await withFiles(deps, order, plates, lines)
  if (chosen?.ok === false) return chosen
  const request: QueueRequest = {
    by: operator,
    accept,
    version: version ?? null,
    lines,
    plates: (left) =>
      chosen === null ? ok(planPlates(lines, left)) : checkSums(chosen.value, lines, left),
  }
  const queued = await deps.printJobs.queue(code, request)
  if (queued === null) return fail({ kind: 'order_not_found' })
  if (queued.ok) {
    afterQueued(deps, operator, queued.value)
    return queued
  }
  const { failure } = queued
  if (failure.kind !== 'stale') return fail(failure)
  const now = (await findOrder(deps, code)) ?? order
  return await changedSince(deps, now, version ?? now.version)
}

/** Records metrics and logs after jobs were queued and committed. */
export function afterQueued(
  { meter, log }: Pick<QueueDeps, 'meter' | 'log'>,
  operator: string,
  { order, jobs, isAccepted }: JobsChanged,
): void {
  if (isAccepted) countStatus(meter, 'ACCEPTED')
  log.info('farm.order_queued', { code: order.code, by: operator, jobs: jobs.length })
}

/** Plans all parts of the order that are not in a job on default plates. `inUse`: read before the order's transaction. */
export async function defaultPlan(
  deps: LineReads,
  order: Order,
  inUse: readonly ProfileInUse[],
): Promise<QueuePlan> {
  const lines = await linesToPrint(deps, order, inUse)
  return { lines, plates: (left) => ok(planPlates(lines, left)) }
}

async function linesToPrint(
  deps: LineReads,
  order: Order,
  inUse: readonly ProfileInUse[],
): Promise<readonly LineWork[]> {
  const lines = await listLines(deps, order)
  return await Promise.all(
    lines.map(async (line) => {
      const { options } = line
      const facts = await fileFactsOf(deps, line)
      const estimate =
        facts.kind === 'model' ? await storedEstimate(deps, line.file, options) : null
      const profiles = profilesFor(inUse, options.nozzleDiameter)
      const copiesOf = (sizeMm: SizeMm | null) =>
        sizeMm === null ? 0 : copiesOnPlates(deps.plateProfiles, profiles, sizeMm)
      const asPrinted = copiesOf(printedSides(facts.sizeMm, supportsOfLine(line, estimate)))
      // A reoriented part that fits no bed is printed in the pose of its file (slice-plate.ts).
      const copies = asPrinted > 0 ? asPrinted : copiesOf(facts.sizeMm)
      const times = timesOf(line, estimate)
      // A printer that takes models gets the part as designed, so claims are compared with the design's dimensions.
      return { line: lines.length === 1 ? null : line.place, options, file: facts, copies, times }
    }),
  )
}

/**
 * Returns times from the estimate; without an estimate, the planned time of the line with each part printed
 * separately.
 */
function timesOf(line: OrderLine, estimate: Estimated | null): PrintTimes {
  const { options, price, plannedSeconds } = line
  if (estimate !== null) return timesOfEstimate(estimate, options.material)
  return plannedSeconds == null
    ? pricedTimes(price)
    : timesOfPart(plannedSeconds / options.quantity)
}

/** Plans plates. Parts of different lines never share a plate. */
function planPlates(lines: readonly LineWork[], left: PartsLeft): readonly NewPlate[] {
  return lines.flatMap((work) => {
    const { line, times } = work
    const part = { kind: work.file.kind, copies: work.copies }
    return defaultPlates(left(work), part, times).map((parts) => ({
      line,
      parts,
      plate: null,
      file: null,
    }))
  })
}

function checkSums(
  plates: readonly NewPlate[],
  lines: readonly LineWork[],
  left: PartsLeft,
): Result<readonly NewPlate[], FarmFailure> {
  for (const work of lines) {
    const parts = plates.reduce(
      (sum, { line, parts: of }) => sum + (line === work.line ? of : 0),
      0,
    )
    if (parts > left(work)) {
      const { quantity } = work.options
      return fail({ kind: 'too_many_parts', quantity, left: left(work) })
    }
  }
  return ok(plates)
}

async function withFiles(
  deps: Pick<FarmDeps, 'printJobs'>,
  order: Order,
  plates: readonly PlannedPlateInput[],
  lines: readonly LineWork[],
): Promise<Result<readonly NewPlate[], FarmFailure>> {
  const newPlates: NewPlate[] = []
  for (const { parts, plate = null, fileId, line: sent } of plates) {
    const line = storedLine(order, sent)
    const own = lines.find((work) => work.line === line)
    if (line === undefined || own === undefined) {
      return fail({ kind: 'order_line_unknown', lines: lines.length })
    }
    const file = fileId === undefined ? null : await findFile(deps, order, fileId)
    if (file === undefined || (file !== null && file.line !== line)) {
      return fail({ kind: 'print_file_not_found' })
    }
    if (file !== null && file.parts !== parts) {
      return fail({ kind: 'print_file_parts', fileParts: file.parts, parts })
    }
    if (file === null && own.file.kind !== 'model' && parts > 1) {
      return fail({ kind: 'plate_own_file_parts', parts })
    }
    newPlates.push({ line, parts, plate, file })
  }
  return ok(newPlates)
}

async function findFile(
  { printJobs }: Pick<FarmDeps, 'printJobs'>,
  order: Order,
  sentId: string,
): Promise<PrintFile | undefined> {
  const fileId = parsePrintFileId(sentId)
  const file = fileId === null ? null : await printJobs.readFile(fileId)
  // A shared plate also prints parts of other orders.
  return file?.orderId === order.id && !file.isShared ? file : undefined
}

/** Returns facts about the file of the order or line from its stored measurement, without measuring again. */
export async function fileFactsOf(
  { measurements }: Pick<LineReads, 'measurements'>,
  { file, options }: Pick<Order, 'file' | 'options'>,
): Promise<FileFacts> {
  const { sha256, format, fileName } = file
  const stored = await measurements.read({ sha256, format, units: options.units })
  const measured = stored === null || stored.kind === 'unreadable' ? null : stored
  const facts = { sizeMm: sizeOf(measured), flavor: flavorOf(measured) }
  if (format === 'gcode') return { kind: 'gcode', ...facts }
  const isSliced = measured === null ? isSlicedName(fileName) : measured.kind === 'sliced'
  return { kind: isSliced ? 'plates' : 'model', ...facts }
}

/** Returns the firmware named in a sliced file. */
export const flavorOf = (measured: Measurement | null): Firmware | null =>
  measured?.kind === 'sliced' ? (measured.report.perPlate[0]?.flavor ?? null) : null

/**
 * Returns the dimensions of a mesh, or the farthest position of a sliced file on any plate, including moves without
 * filament.
 */
export function sizeOf(measured: Measurement | null): SizeMm | null {
  if (measured === null) return null
  if (measured.kind === 'mesh') return measured.report.dimensionsMm
  // The start and end code of a file move next to the parts.
  const plates = measured.report.perPlate.map(({ extents, reach }) =>
    reach === undefined ? extents.max : farther(extents.max, reach.max),
  )
  if (plates.length === 0) return null
  const farthest = (axis: 0 | 1 | 2) => Math.max(...plates.map((max) => max[axis]))
  return [farthest(0), farthest(1), farthest(2)]
}

const farther = (one: SizeMm, other: SizeMm): SizeMm => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  // A final lift can be as high as the printer allows.
  one[2],
]
