// Dissolves shared plates that must not wait any longer. Their jobs are planned again.

import { secondsOfCentihours } from '../../base/time/centihours.ts'
import type { Turns } from '../../base/turns.ts'
import { type PlateBed, takesPlateOf } from '../../planning/arrange/plate-bed.ts'
import { isOverdue } from '../../planning/arrange/share-plates.ts'
import type { OpenPlateJob } from '../plate-plans.ts'
import type { PlannerDeps } from './planner-memory.ts'
import { plateOf, type Rivals } from './plate-promises.ts'

/** Dissolves plates for beds that are no longer in service. Returns whether there was one. */
export async function endPlatesOfOtherBeds(
  { platePlans }: Pick<PlannerDeps, 'platePlans'>,
  open: readonly OpenPlateJob[],
  bedsOf: (nozzleMm: number) => readonly PlateBed[],
): Promise<boolean> {
  const ended = open.filter(
    ({ leadId, place, nozzleDiameter }) =>
      leadId === null && place !== null && !isInService(place.bed, bedsOf(nozzleDiameter)),
  )
  for (const { id } of ended) await platePlans.dissolve(id)
  return ended.length > 0
}

type WaitingPlates = {
  readonly open: readonly OpenPlateJob[]
  readonly rivals: Rivals
  readonly turns: Turns
}

/**
 * Dissolves plates that waited too long for a printer or a slice. Their jobs are planned again. Returns whether there
 * was one.
 */
export async function endOverduePlates(
  { platePlans, log }: Pick<PlannerDeps, 'platePlans' | 'log'>,
  { open, rivals, turns }: WaitingPlates,
): Promise<boolean> {
  const plates = Map.groupBy(
    open.filter(({ place }) => place !== null),
    plateOf,
  )
  let isOne = false
  for (const [leadId, jobs] of plates) {
    await turns.next()
    const lead = jobs.find(({ id }) => id === leadId)
    if (lead === undefined) continue
    const { ofColor, rankOf } = rivals(lead)
    const waiting = jobs.map(({ id, centihours, dueInSeconds }) => ({
      id,
      dueInSeconds,
      rank: rankOf.get(id) ?? Infinity,
      seconds: secondsOfCentihours(centihours),
    }))
    if (!isOverdue(waiting, ofColor(lead.color))) continue
    await platePlans.dissolve(leadId)
    log.info('farm.plate_overdue', { jobId: leadId, jobs: jobs.length })
    isOne = true
  }
  return isOne
}

const isInService = (bed: PlateBed, beds: readonly PlateBed[]): boolean =>
  beds.some((other) => takesPlateOf(other, bed) && other.heightMm >= bed.heightMm)
