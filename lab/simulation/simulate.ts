// Runs plans from a seed, and shrinks a failing one.
import fc from 'fast-check'
import { play } from './play.ts'
import type { Stage } from './stage.ts'
import { type Plan, plans } from './steps.ts'
import { schedulerOf } from './world.ts'

export type SimulationOptions = {
  readonly runs: number
  readonly seed: number
  /** Path of a failed run, from which to begin. */
  readonly path?: string
  /** Whether a failing run is shrunk; true by default. */
  readonly shortens?: boolean
}

export type Simulated =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'failed'
      /** Number of runs. */
      readonly runs: number
      readonly seed: number
      readonly path: string
      readonly message: string
    }

export async function simulate(
  stage: Stage,
  { runs, seed, path, shortens = true }: SimulationOptions,
): Promise<Simulated> {
  const property = fc.asyncProperty(schedulerOf(stage), plans, async (scheduler, plan) => {
    const violations = await play(stage, scheduler, plan)
    if (violations.length > 0) throw new Error(violations.join('\n'))
  })
  const details = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: !shortens,
    ...(path !== undefined && { path }),
  })
  if (!details.failed) return { kind: 'passed' }
  const { numRuns, counterexamplePath, counterexample, errorInstance } = details
  const failedPlan = counterexample?.[1]
  const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return {
    kind: 'failed',
    runs: numRuns,
    seed,
    path: counterexamplePath ?? '',
    message: [why, ...(failedPlan === undefined ? [] : linesOf(failedPlan))].join('\n'),
  }
}

const linesOf = ({ skews, steps }: Plan): string[] => [
  `clocks ahead by ${skews.join(', ')} seconds`,
  ...steps.map((step) => JSON.stringify(step)),
]
