// Plans plates that jobs of several orders share, in rounds of the worker. Jobs with the same spool and settings share
// a plate, most urgent first.

import { Turns } from '../../base/turns.ts'
import type { SharingPrinter } from '../plate-plans.ts'
import { profilesFor } from '../printers/plate-profiles.ts'
import { endOverduePlates, endPlatesOfOtherBeds } from './ended-plates.ts'
import { createOutlines } from './outlines.ts'
import { planClass } from './plan-class.ts'
import { createMemory, forget, type PlannerDeps, type PlannerMemory } from './planner-memory.ts'
import { isToBeRead, outlineBoxes, platesOfUnknownParts, readPart } from './plate-parts.ts'
import { closedPlates, createRivals, plateOf } from './plate-promises.ts'

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
  const [waiting, inUse] = await Promise.all([
    deps.platePlans.listOpen(maxJobs),
    deps.printers.profilesInUse(),
  ])
  const open = waiting.filter(({ mayShare }) => mayShare)
  const marks = waiting.map(({ id, leadId, place, mayShare, slicedFor }) => [
    ...[id, leadId, place === null, mayShare, slicedFor],
  ])
  const seen = JSON.stringify([printers, inUse, marks])
  const nowMs = deps.clock.now().getTime()
  const turns = new Turns({ pause: deps.pause, mostMs: mostHeldMs })
  const isSeen = seen === memory.seen && nowMs < Math.min(memory.againAtMs, memory.promisesAtMs)
  const hasNew = await outlineBoxes(memory, signal)
  if (isSeen && !hasNew && !open.some((job) => isToBeRead(deps, memory, job))) return 0
  const bedsOf = (nozzleMm: number) =>
    profilesFor(inUse, nozzleMm).flatMap((profile) => deps.plateProfiles.bed(profile) ?? [])
  const rivals = createRivals(waiting, printers)
  await turns.next()
  if (await endPlatesOfOtherBeds(deps, open, bedsOf)) return 0
  if (await endOverduePlates(deps, { open, rivals, turns })) return 0
  memory.promisesAtMs = nowMs + promisesMs
  forget(memory, open)
  for (const job of open) {
    if (signal.aborted) return 0
    if (isToBeRead(deps, memory, job)) await readPart(deps, memory, job, signal)
    await turns.next()
  }
  const closed = new Set([...closedPlates(open, printers), ...platesOfUnknownParts(memory, open)])
  const free = open.filter((job) => !closed.has(plateOf(job)))
  await turns.next()
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
  // Newly formed plates are checked again in the next round.
  memory.seen = formed > 0 || signal.aborted ? '' : seen
  memory.againAtMs = isRefused ? deps.clock.now().getTime() + tryAgainMs : Infinity
  return formed
}
