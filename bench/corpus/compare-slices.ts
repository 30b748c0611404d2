// Compares the estimate of a part with real slices of it, in the pose of its file, without supports
// and with automatic supports.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Geometry } from '../../geometry/index.ts'
import { defaultPrintOptions } from '../../server/domain/catalog/options.ts'
import { slice } from '../slicer/estimate-slices.ts'
import type { FoundModel } from './find-models.ts'

type Figures = { readonly cm3: number; readonly seconds: number }

/** Figures of both slices. null: the slicer refused the part or took too long. */
export type SliceComparison = { readonly alone: Figures | null; readonly supported: Figures | null }

/**
 * Slices a part twice. `cache`: folder of slices, by the bytes of the repaired STL. Cached slices
 * stay valid when the estimate changes.
 */
export async function compareSlices(
  geometry: Pick<Geometry, 'process'>,
  { path, format }: Pick<FoundModel, 'path' | 'format'>,
  { scratch, cache }: { scratch: string; cache: string },
): Promise<SliceComparison | null> {
  if (format === null) return null
  const processed = await geometry.process({ source: { path }, format })
  if (processed.kind !== 'processed' || processed.stl === null) return null
  const stl = join(scratch, 'part.stl')
  writeFileSync(stl, processed.stl)
  const figures = (supports: boolean): Figures | null => {
    const sliced = slice(stl, defaultPrintOptions.infill, scratch, cache, supports)
    return sliced === null ? null : { cm3: sliced.cm3, seconds: sliced.seconds }
  }
  try {
    return { alone: figures(false), supported: figures(true) }
  } finally {
    rmSync(stl)
  }
}
