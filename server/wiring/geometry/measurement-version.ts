/** Measurements of the geometry core are cached under this version. Increment it when a measurement may change. */
export const measurementVersion = 10
