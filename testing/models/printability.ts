/** Expected report on a cube of 20 mm that stands on a face: 8 cm3, twelve triangles, no overhang. */
export const cubePrintability = {
  watertight: true,
  volumeCm3: 8,
  holes: 0,
  nonManifoldEdges: 0,
  triangles: 12,
  dimensionsMm: [20, 20, 20] as [number, number, number],
  minFeatureMm: 20,
  featureSizeEstimated: true as const,
  maxOverhangDeg: 0,
  fitsPlate: true,
}
