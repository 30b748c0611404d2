/** Measurements of the geometry core are cached under this version; raise it when a measurement may change. */
export const measurementVersion = 9
