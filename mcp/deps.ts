// Dependencies of the tools: those of every area that they call.
import type { FarmDeps } from '../server/domain/farm/ports.ts'
import type { GenerationDeps } from '../server/domain/generation/run/ports.ts'
import type { LeadTimeDeps } from '../server/domain/lead-time/farm-load.ts'
import type { PrintabilityDeps } from '../server/domain/printability/ports.ts'
import type { QuoteDeps } from '../server/domain/quotes/ports.ts'
import type { TermsDeps } from '../server/domain/terms/ports.ts'

export type ToolDeps = QuoteDeps &
  PrintabilityDeps &
  GenerationDeps &
  LeadTimeDeps &
  TermsDeps &
  Pick<FarmDeps, 'printJobs'>
