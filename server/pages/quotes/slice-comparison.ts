// The deviation of the billed weight of a mesh from real slices, in percent of the slice. Written by bench/pricing/volume-rule.ts.

export const sliceComparison = {
  slicer: 'PrusaSlicer 2.5',
  models: 13,
  slices: 52,
  medianPercent: 0,
  /** Nine slices of ten are between these. */
  lowPercent: -57,
  highPercent: 65,
} as const
