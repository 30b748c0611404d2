// Creates the engines of this process: the vendors whose keys are configured, or the sample models when there is none.

import type { Clock, Log } from '../../domain/base/ports.ts'
import type { CallBudget } from '../../domain/generation/engine/budget.ts'
import type { Engines } from '../../domain/generation/engine/engine.ts'
import type { EngineHealth } from '../../domain/generation/engine/engine-health.ts'
import type { Downloads } from '../../domain/models/downloads.ts'
import type { TemporaryFiles } from '../../domain/models/ports.ts'
import type { RetryDelay } from '../net/retry.ts'
import { candidateEngines } from './choose-engine.ts'
import { createDemoEngines } from './demo/demo-engines.ts'
import { createFal } from './fal.ts'
import { createTripo } from './tripo.ts'
import type { Vendor } from './vendor.ts'
import { createVendorEngines } from './vendor-engines.ts'

type Account = { readonly apiKey: string; readonly apiBase: string }

export type EngineSettings = {
  readonly tripo: Account | null
  readonly fal: Account | null
  /** Whether the operator has switched generation off. */
  readonly closed?: boolean
  readonly temporaryFiles: TemporaryFiles
  readonly downloads: Downloads
  readonly log: Log
  readonly budget?: CallBudget
  readonly health?: EngineHealth
  readonly clock?: Pick<Clock, 'now'>
  readonly pause?: RetryDelay
}

export function createEngines({ closed = false, ...settings }: EngineSettings): Engines {
  const engines = openEngines(settings)
  return closed ? { ...engines, closed: true } : engines
}

function openEngines({
  tripo,
  fal,
  temporaryFiles,
  downloads,
  budget,
  health,
  clock,
  ...rest
}: Omit<EngineSettings, 'closed'>): Engines {
  const vendors: Vendor[] = [
    ...(tripo !== null ? [createTripo({ ...tripo, ...rest })] : []),
    ...(fal !== null ? [createFal({ ...fal, ...rest })] : []),
  ]
  const [first, ...others] = vendors
  if (first === undefined) {
    // Chosen as if every engine were configured.
    const every = new Set(['tripo', 'fal'] as const)
    return createDemoEngines(temporaryFiles, (request) => candidateEngines(request, every))
  }
  return createVendorEngines({
    vendors: [first, ...others],
    downloads,
    log: rest.log,
    ...(budget && { budget }),
    ...(health && { health }),
    ...(clock && { clock }),
  })
}
