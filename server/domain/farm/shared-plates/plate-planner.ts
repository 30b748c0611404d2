// Plans plates that jobs of several orders share, in the worker's rounds: what is printed from one spool with the same settings lies on one
// plate, most urgent first.

import { Turns } from '../../base/turns.ts'
import type { SharingPrinter } from '../plate-plans.ts'
import { profilesFor } from '../printers/plate-profiles.ts'
import { endOverduePlates, endPlatesOfOtherBeds } from './ended-plates.ts'
import { createOutlines } from './outlines.ts'
import { planClass } from './plan-class.ts'
import { createMemory, forget, type Memory, type PlannerDeps } from './planner-memory.ts'
import { isToBeRead, outlineBoxes, platesOfUnknownParts, readPart } from './plate-parts.ts'
import { closedPlates, createRivals, plateOf } from './plate-promises.ts'

export type PlatePlanner = {
  /** One round. Returns the number of plates that were formed or grew. When the signal aborts, the rest is left for the next process. */
  readonly plan: (signal: AbortSignal) => Promise<number>
}

/** Jobs that are planned, most urgent first; those behind them are planned when these are printed. */
const maxJobs = 5_000
/** How long a round may hold the event loop. */
const mostHeldMs = 4
const tidiedAtOnce = 100
/** How often it is looked whether plates that wait keep their promises. */
const promisesMs = 60_000
/** After which a plate is tried again of which another transaction had a job. */
const tryAgainMs = 10_000

export function createPlatePlanner(deps: PlannerDeps): PlatePlanner {
  const outlines = createOutlines(deps)
  const memory = createMemory(outlines)
  return {
    plan: async (signal) => {
      outlines.startRound()
      await deps.platePlans.tidy(tidiedAtOnce)
      const farm = await deps.platePlans.farm()
      if (deps.sharesPlates && farm.takesShared) {
        if (deps.slicer.readiness() !== 'ready') return 0
        return await planAll(deps, memory, farm.printers, signal)
      }
      // Nobody would claim what waits.
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
  memory: Memory,
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
  // What was formed is looked at once more.
  memory.seen = formed > 0 || signal.aborted ? '' : seen
  memory.againAtMs = isRefused ? deps.clock.now().getTime() + tryAgainMs : Infinity
  return formed
}
