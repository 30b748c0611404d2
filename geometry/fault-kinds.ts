// The faults that an inspection marks: their bits in a display mesh's flags, and their colors in
// its pictures. The values equal those in the crate's inspect/faults.rs and
// inspect/picture/colors.rs.
import type { FaultKind } from './outcome.ts'

/** Bits of `DisplayMesh.flags`. */
export const faultBits: Record<FaultKind, number> = {
  open_edges: 1,
  non_manifold_edges: 2,
  overhangs: 4,
  thin_walls: 8,
  outside: 16,
}

/**
 * Order of precedence: a triangle with several faults has the color of the first one in this list.
 */
export const faultOrder: readonly FaultKind[] = [
  'outside',
  'open_edges',
  'non_manifold_edges',
  'thin_walls',
  'overhangs',
]

/** sRGB colors with distinct hues, which users with red-green color blindness can distinguish. */
export const faultColors: Record<FaultKind, string> = {
  open_edges: '#e5243b',
  non_manifold_edges: '#9b3fe0',
  overhangs: '#f2a20c',
  thin_walls: '#1b7fe3',
  outside: '#00a58e',
}
