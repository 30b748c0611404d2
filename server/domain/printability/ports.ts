// What printability checks need from the outside.

import type { LimitDeps } from '../limits/ports.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'

export type PrintabilityDeps = MeasurementDeps & LimitDeps
