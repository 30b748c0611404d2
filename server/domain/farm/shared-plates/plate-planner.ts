// Plans plates that jobs of several orders share, in rounds of the worker. Jobs with the same spool and settings share
// a plate, most urgent first.

import { Turns } from '../../base/turns.ts'
import type { PlateBed } from '../../planning/arrange/plate-bed.ts'
import type { OpenPlateJob, SharingPrinter } from '../plate-plans.ts'
import { profilesFor } from '../printers/plate-profiles.ts'
import { endOverduePlates, endPlatesOfOtherBeds } from './ended-plates.ts'
import { createOutlines } from './outlines.ts'
import { type PlanCounts, planClass } from './plan-class.ts'
import { createMemory, forget, type PlannerDeps, type PlannerMemory } from './planner-memory.ts'
import { isToBeRead, outlineBoxes, platesOfUnknownParts, readPart } from './plate-parts.ts'
import { closedPlates, createRivals, plateOf, type Rivals } from './plate-promises.ts'

export type PlatePlanner = {
  /**
   * Runs one round. Returns the number of plates that were formed or extended. When the signal aborts, the next
   * process continues.
   */
  readonly plan: (signal: AbortSignal) => Promise<number>
}

/** Maximum number of jobs to plan, most urgent first. Later jobs are planned after these are printed. */
const maxJobs = 5_000
/** Maximum time for which a round blocks the event loop. */
const mostHeldMs = 4
const tidiedAtOnce = 100
/** Interval at which the due dates of waiting plates are checked. */
const promisesMs = 60_000
/** Delay before a plate is retried if another transaction had locked one of its jobs. */
const tryAgainMs = 10_000

export function createPlatePlanner(deps: PlannerDeps): PlatePlanner {
  const outlines = createOutlines(deps)
  const memory = createMemory(outlines)
  return {
    plan: async (signal) => {
      outlines.startRound()
      await deps.platePlans.tidy(tidiedAtOnce)
      const farm = await deps.platePlans.farm()
      if (deps.sharesPlates && farm.acceptsSharedPlates) {
        if (deps.slicer.readiness() !== 'ready') return 0
        return await planAll(deps, memory, farm.printers, signal)
      }
      // No printer could claim the waiting plates.
      for (const id of await deps.platePlans.listWaiting()) {
        await deps.platePlans.dissolve(id)
      }
      memory.seen = ''
      return 0
    },
  }
}

async function planAll(
  deps: PlannerDeps,
  memory: PlannerMemory,
  printers: readonly SharingPrinter[],
  signal: AbortSignal,
): Promise<number> {
  const round = await readRound(deps, printers)
  const { open, seen, nowMs, turns, bedsOf } = round
  if (!(await hasWork(deps, memory, round, signal))) return 0
  const rivals = createRivals(round.waiting, printers)
  await turns.next()
  if (await endPlatesOfOtherBeds(deps, open, bedsOf)) return 0
  if (await endOverduePlates(deps, { open, rivals, turns })) return 0
  memory.promisesAtMs = nowMs + promisesMs
  forget(memory, open)
  if (!(await readNewParts(deps, memory, round, signal))) return 0
  const free = freeJobs(memory, round)
  await turns.next()
  const work = { free, bedsOf, rivals, turns }
  const { formed, isRefused } = await planClasses(deps, memory, work, signal)
  // Newly formed plates are checked again in the next round.
  memory.seen = formed > 0 || signal.aborted ? '' : seen
  memory.againAtMs = isRefused ? deps.clock.now().getTime() + tryAgainMs : Infinity
  return formed
}

type Round = {
  readonly waiting: readonly OpenPlateJob[]
  /** The waiting jobs that may share a plate. */
  readonly open: readonly OpenPlateJob[]
  readonly printers: readonly SharingPrinter[]
  readonly bedsOf: (nozzleMm: number) => readonly PlateBed[]
  /** Everything that a plan depends on, apart from the time and the parts. */
  readonly seen: string
  readonly nowMs: number
  readonly turns: Turns
}

async function readRound(deps: PlannerDeps, printers: readonly SharingPrinter[]): Promise<Round> {
  const [waiting, inUse] = await Promise.all([
    deps.platePlans.listOpen(maxJobs),
    deps.printers.profilesInUse(),
  ])
  const marks = waiting.map(({ id, leadId, place, mayShare, slicedFor }) => [
    ...[id, leadId, place === null, mayShare, slicedFor],
  ])
  return {
    waiting,
    open: waiting.filter(({ mayShare }) => mayShare),
    printers,
    bedsOf: (nozzleMm) =>
      profilesFor(inUse, nozzleMm).flatMap((profile) => deps.plateProfiles.bed(profile) ?? []),
    seen: JSON.stringify([printers, inUse, marks]),
    nowMs: deps.clock.now().getTime(),
    turns: new Turns({ pause: deps.pause, mostMs: mostHeldMs }),
  }
}

/** Whether something has changed since the last round, or a due date has to be checked again. */
async function hasWork(
  deps: PlannerDeps,
  memory: PlannerMemory,
  { open, seen, nowMs }: Round,
  signal: AbortSignal,
): Promise<boolean> {
  const isSeen = seen === memory.seen && nowMs < Math.min(memory.againAtMs, memory.promisesAtMs)
  const hasNew = await outlineBoxes(memory, signal)
  return !isSeen || hasNew || open.some((job) => isToBeRead(deps, memory, job))
}

/** Returns false if the signal aborted. */
async function readNewParts(
  deps: PlannerDeps,
  memory: PlannerMemory,
  { open, turns }: Round,
  signal: AbortSignal,
): Promise<boolean> {
  for (const job of open) {
    if (signal.aborted) return false
    if (isToBeRead(deps, memory, job)) await readPart(deps, memory, job, signal)
    await turns.next()
  }
  return true
}

/** Returns the jobs on plates that can gain more jobs. */
function freeJobs(memory: PlannerMemory, { open, printers }: Round): readonly OpenPlateJob[] {
  const closed = new Set([...closedPlates(open, printers), ...platesOfUnknownParts(memory, open)])
  return open.filter((job) => !closed.has(plateOf(job)))
}

type ClassesWork = Pick<Round, 'bedsOf' | 'turns'> & {
  readonly free: readonly OpenPlateJob[]
  readonly rivals: Rivals
}

/** Plans the jobs of each class separately. */
async function planClasses(
  deps: PlannerDeps,
  memory: PlannerMemory,
  { free, bedsOf, rivals, turns }: ClassesWork,
  signal: AbortSignal,
): Promise<PlanCounts> {
  const classes = Map.groupBy(free, ({ id }) => memory.parts.get(id)?.className ?? null)
  let [formed, isRefused] = [0, false]
  for (const [className, jobs] of classes) {
    const [first] = jobs
    if (className === null || first === undefined) continue
    const work = { jobs, beds: bedsOf(first.nozzleDiameter), rivals: rivals(first), turns }
    const planned = await planClass(deps, memory, work, signal)
    formed += planned.formed
    isRefused ||= planned.isRefused
  }
  return { formed, isRefused }
}
