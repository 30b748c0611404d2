// The engines of this process: the vendors whose keys are configured, or the sample models when there is none.
import type { Engines } from '../../domain/generation/engine.ts'
import type { TemporaryFiles } from '../../domain/ports.ts'
import { createDemoEngines } from './demo/demo-engines.ts'

export type EngineSettings = {
  readonly temporaryFiles: TemporaryFiles
}

export function createEngines({ temporaryFiles }: EngineSettings): Engines {
  return createDemoEngines(temporaryFiles)
}
