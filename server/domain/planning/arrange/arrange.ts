// Places parts on a plate by their silhouettes.
import { atOnce, type Steps } from '../../base/turns.ts'
import { Layout, type Placement } from './layout.ts'
import { areaOf } from './mask.ts'
import type { PlateBed } from './plate-bed.ts'
import type { Silhouette } from './silhouette.ts'

export type ArrangedCopy = Placement & { readonly part: string }

/** `silhouette`: must be the same object for the same part, because computed results are cached per object. */
export type PartToArrange = {
  readonly id: string
  readonly silhouette: Silhouette
  readonly copies: number
}

/** Places all copies on a plate of this size, 6 mm apart and 5 mm from its edges; null if they do not fit. */
export const arrange = (
  bed: PlateBed,
  parts: readonly PartToArrange[],
): readonly ArrangedCopy[] | null => atOnce(arrangeStepwise(bed, parts))

/** Runs `arrange` copy by copy. */
export function* arrangeStepwise(
  bed: PlateBed,
  parts: readonly PartToArrange[],
): Steps<readonly ArrangedCopy[] | null> {
  const layout = new Layout(bed)
  const arranged: ArrangedCopy[] = []
  for (const { id, silhouette, copies } of largestFirst(parts)) {
    const places = yield* layout.add(silhouette, copies)
    if (places === null) return null
    arranged.push(...places.map((place) => ({ part: id, ...place })))
    yield
  }
  return arranged
}

const largestFirst = (parts: readonly PartToArrange[]): readonly PartToArrange[] =>
  parts.toSorted((a, b) => areaOf(b.silhouette) - areaOf(a.silhouette))
