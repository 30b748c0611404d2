// How a buyer may change a mesh before it is priced: lay it on its best face, and hollow it. The geometry core does both, on the page
// and on the server, and writes the changed part as an STL.
import { thinnestMm } from '../catalog/build-volume.ts'
import type { MeshRepair, ProcessOptions } from './processing.ts'

export type PartChanges = {
  /** Lay the part on the face on which it prints best. */
  readonly orient: boolean
  /** Wall of a hollow part; null = the part is not hollowed. */
  readonly wallMm: number | null
}

export const noChanges: PartChanges = { orient: false, wallMm: null }

/** Walls that the geometry core accepts. */
export const wallRangeMm = { min: 0.4, max: 10 } as const
/** Where no cavity fits, the core thins the wall by this much, down to the thinnest dimension that prints. */
export const wallStepMm = 0.4
export const wallStepsText = `steps of ${wallStepMm} mm down to ${thinnestMm} mm`
export const defaultWallMm = 2

/** Size of a changed part, in percent of the file's. */
export const scaleRangePercent = { min: 1, max: 10_000 } as const

export const isChanging = ({ orient, wallMm }: PartChanges): boolean => orient || wallMm !== null

/** null for a wall that the core refuses. */
export function readWallMm(text: string): number | null {
  const wallMm = text.trim() === '' ? Number.NaN : Number(text)
  return wallMm >= wallRangeMm.min && wallMm <= wallRangeMm.max ? wallMm : null
}

/** The fields `orient`, `hollow` and `wallMm` of a form; null when the wall is out of range. */
export function readPartChanges(fields: ReadonlyMap<string, string>): PartChanges | null {
  const orient = fields.get('orient') === '1'
  if (fields.get('hollow') !== '1') return { orient, wallMm: null }
  const wallMm = readWallMm(fields.get('wallMm') ?? String(defaultWallMm))
  return wallMm === null ? null : { orient, wallMm }
}

export const changeOptions = ({ orient, wallMm }: PartChanges): ProcessOptions => ({
  orient,
  ...(wallMm !== null && { hollow: { wallMm } }),
})

/** What became of the changes. */
export type ChangesMade = {
  readonly asked: PartChanges
  /** False where the part already lies on its best face. */
  readonly isTurned: boolean
  /** The wall that was used: thinner than requested where that left no cavity, null where none fits. */
  readonly wallMm: number | null
  /** Why the part was not hollowed, as a sentence; null where it was hollowed, or no cavity was requested. */
  readonly refusal: string | null
}

export const isChanged = ({ isTurned, wallMm }: ChangesMade): boolean => isTurned || wallMm !== null

export function changesMade(changes: PartChanges, repair: MeshRepair): ChangesMade {
  const notes = repair.applied ? repair.notes.join(' ') : repair.summary
  return {
    asked: changes,
    isTurned: repair.applied && repair.reoriented,
    wallMm: repair.applied ? repair.hollowWallMm : null,
    // A period within a number ends no sentence.
    refusal: /Not hollowed: .*?\.(?=\s|$)/.exec(notes)?.[0] ?? null,
  }
}
