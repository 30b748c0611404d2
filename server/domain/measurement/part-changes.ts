// Changes that a buyer can make to a mesh before it is priced: lay it on its best face, and hollow it. The geometry
// core does both, on the page and on the server, and writes the changed part as an STL.
import { thinnestMm } from '../catalog/build-volume.ts'
import type { MeshRepair, ProcessOptions } from './processing.ts'

export type PartChanges = {
  /** Whether to lay the part on the face on which it prints best. */
  readonly orient: boolean
  /** Wall thickness of a hollow part; null = not hollowed. */
  readonly wallMm: number | null
}

export const noChanges: PartChanges = { orient: false, wallMm: null }

/** Wall thicknesses that the geometry core accepts. */
export const wallRangeMm = { min: 0.4, max: 10 } as const
/** If no cavity fits, the core reduces the wall by this step, down to the thinnest printable dimension. */
export const wallStepMm = 0.4
export const wallStepsText = `steps of ${wallStepMm} mm down to ${thinnestMm} mm`
export const defaultWallMm = 2

/** Scale of a changed part, in percent of the file's size. */
export const scaleRangePercent = { min: 1, max: 10_000 } as const

export const isChanging = ({ orient, wallMm }: PartChanges): boolean => orient || wallMm !== null

/** Returns null for a wall thickness that the core refuses. */
export function readWallMm(text: string): number | null {
  const wallMm = text.trim() === '' ? Number.NaN : Number(text)
  return wallMm >= wallRangeMm.min && wallMm <= wallRangeMm.max ? wallMm : null
}

/** Reads the fields `orient`, `hollow` and `wallMm` of a form; null if the wall thickness is out of range. */
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

/** The outcome of the changes. */
export type ChangesMade = {
  readonly asked: PartChanges
  /** False if the part already lies on its best face. */
  readonly isTurned: boolean
  /** The wall thickness used: less than requested if no cavity fit, null if none fits at all. */
  readonly wallMm: number | null
  /** A sentence that says why the part was not hollowed; null if it was hollowed, or if no cavity was requested. */
  readonly refusal: string | null
}

export const isChanged = ({ isTurned, wallMm }: ChangesMade): boolean => isTurned || wallMm !== null

export function changesMade(changes: PartChanges, repair: MeshRepair): ChangesMade {
  const notes = repair.applied ? repair.notes.join(' ') : repair.summary
  return {
    asked: changes,
    isTurned: repair.applied && repair.reoriented,
    wallMm: repair.applied ? repair.hollowWallMm : null,
    // A decimal point does not end a sentence.
    refusal: /Not hollowed: .*?\.(?=\s|$)/.exec(notes)?.[0] ?? null,
  }
}
