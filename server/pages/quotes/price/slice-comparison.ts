// Deviation of a mesh's billed weight from real slices, in percent of the slice. Written by
// bench/pricing/volume-rule.ts.

export const sliceComparison = {
  slicer: 'PrusaSlicer 2.5',
  models: 13,
  slices: 52,
  medianPercent: 0,
  /** Nine of ten slices are in this range. */
  lowPercent: -57,
  highPercent: 65,
} as const
