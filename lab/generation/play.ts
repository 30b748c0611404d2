// The histories of a command.
import { playHistory, type Tally } from './history.ts'
import { openStage } from './stage.ts'

export type Played = {
  readonly played: number
  readonly tally: Tally
  readonly failures: number
  readonly jobs: number
  readonly seconds: number
}

/**
 * Prints each history that breaks a rule, in the format that lab/lib/put-bugs-back.ts reads, and stops there
 * unless `goesOn`.
 */
export async function playHistories({
  histories,
  seed,
  goesOn = false,
}: {
  readonly histories: number
  readonly seed: number
  readonly goesOn?: boolean
}): Promise<Played> {
  const startedAt = performance.now()
  const tally: Tally = new Map()
  const stage = await openStage()
  let failures = 0
  let jobs = 0
  let played = 0
  try {
    for (let number = seed; number < seed + histories; number++) {
      const outcome = await playHistory(stage, number, tally)
      jobs += outcome.jobs
      played += 1
      if (played % 25 === 0) {
        console.log(`${played} histories, ${jobs} jobs, ${failures} failed`)
      }
      if (outcome.violations.length === 0) continue
      failures += 1
      console.log(`run ${number} failed:\n${outcome.violations.join('\n')}`)
      if (!goesOn) break
    }
  } finally {
    await stage.close()
  }
  return { played, tally, failures, jobs, seconds: (performance.now() - startedAt) / 1000 }
}
