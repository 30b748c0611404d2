// Bounding box of a model: given as an argument, or measured on this machine.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { bytesOf } from '../../../../geometry/run-task.ts'
import { refuse } from '../terminal/exit-codes.ts'
import type { Arguments } from '../terminal/options.ts'
import { formatOf, openCore } from './core.ts'
import { readUnits } from './units.ts'

/** Width, depth and height in millimeters. */
export type Box = readonly [number, number, number]

/** Parses `40x30x20` or `40 x 30.5 x 20`, in millimeters. Returns null for any other word, such as a file name. */
export function readBox(word: string): Box | null {
  const sides = word.split(/x/i).map((side) => side.trim())
  const [x, y, z] = sides.map((side) => (/^\d+(\.\d+)?$/.test(side) ? Number(side) : 0))
  return sides.length === 3 && x && y && z ? [x, y, z] : null
}

/** Measures the file. Throws if it contains no mesh that can be measured. */
export async function measureBox(path: string, args: Arguments): Promise<Box> {
  const format = formatOf(path)
  const name = basename(path)
  if (format === undefined) throw refuse(`${name} cannot be measured.`)
  const units = readUnits(args)
  const core = await openCore()
  const bytes = new Uint8Array(await readFile(path))
  const result = await core.run(
    { format, work: { kind: 'measure' }, ...(units && { units }) },
    () => bytesOf(bytes),
  )
  if (result.kind !== 'outcome') throw refuse(`${name} could not be measured.`)
  const { outcome } = result
  if (outcome.kind === 'mesh') return outcome.report.dimensionsMm
  throw refuse(outcome.kind === 'unreadable' ? outcome.message : `${name} could not be measured.`)
}
