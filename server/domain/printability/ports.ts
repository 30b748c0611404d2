// Ports of printability checks.

import type { LimitDeps } from '../limits/ports.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'

export type PrintabilityDeps = MeasurementDeps & LimitDeps
