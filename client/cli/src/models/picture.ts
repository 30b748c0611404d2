// Picture of a part with its faults in color, drawn on this machine by the service's geometry core.

import { readFile } from 'node:fs/promises'
import { faultColors } from '../../../../geometry/fault-kinds.ts'
import type { CallerUnit, InspectSettings } from '../../../../geometry/messages.ts'
import type { FaultKind } from '../../../../geometry/outcome.ts'
import { bytesOf } from '../../../../geometry/run-task.ts'
import { buildVolumeMm } from '../service/service-limits.ts'
import { refuse } from '../terminal/exit-codes.ts'
import { formatOf, openCore } from './core.ts'

export type PartPicture = {
  readonly png: Uint8Array
  /** Faults that the picture's colors show. */
  readonly faults: readonly PicturedFault[]
}

export type PicturedFault = {
  readonly kind: FaultKind
  /** As `#rrggbb`. */
  readonly color: string
  /** Number of edges or triangles. */
  readonly count: number
}

/** Settings with which the service inspects a part: a 0.4 mm nozzle, and overhangs of more than 45 degrees. */
const settings: InspectSettings = {
  nozzleMm: 0.4,
  layerHeightMm: 0.2,
  minWallMm: 0.8,
  overhangDeg: 45,
  buildVolumeMm,
}

const sizePx = 800

/** Throws if the file contains no mesh that can be drawn. */
export async function drawPart(path: string, units: CallerUnit | undefined): Promise<PartPicture> {
  const format = formatOf(path)
  if (format === undefined) throw refuse(`${path} cannot be drawn.`)
  const instance = await openCore()
  const bytes = new Uint8Array(await readFile(path))
  const picture = { sizePx, view: 'iso', faults: true, background: '#ffffff' } as const
  const work = { kind: 'inspect', settings, outputs: { mesh: false, picture } } as const
  const result = await instance.run({ format, work, ...(units && { units }) }, () => bytesOf(bytes))
  if (result.kind !== 'outcome') throw refuse(`${path} could not be drawn.`)
  const { outcome } = result
  if (outcome.kind !== 'inspected' || outcome.picture === null) {
    throw refuse(outcome.kind === 'unreadable' ? outcome.message : `${path} could not be drawn.`)
  }
  return {
    png: outcome.picture,
    faults: outcome.faults.map(({ kind, count }) => ({ kind, color: faultColors[kind], count })),
  }
}
