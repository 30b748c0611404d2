// Colors of faults for the legend. They match those of the geometry core's pictures and of the 3D view
// (geometry/fault-kinds.ts). A test compares them, because pages import nothing from the core.
import type { FaultKind } from '../../../domain/measurement/inspection.ts'

export const faultColors: Readonly<Record<FaultKind, string>> = {
  open_edges: '#e5243b',
  non_manifold_edges: '#9b3fe0',
  overhangs: '#f2a20c',
  thin_walls: '#1b7fe3',
  outside: '#00a58e',
}
