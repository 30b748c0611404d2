// Stryker runs this once for each mutant, with the number of the mutant in the environment: the quick tests, then the
// thorough ones. Exits with 1 as soon as a test fails.
import { isSampled, readTrial, trialVariable } from './trial.ts'

const { quick, thorough, sample } = readTrial(process.env[trialVariable])
const mutant = process.env['__STRYKER_ACTIVE_MUTANT__']
const tried = mutant === undefined || isSampled(mutant, sample)
const limitsMs = { quick: 20_000, thorough: 300_000 }
const passed = !tried || (passes(quick, limitsMs.quick) && passes(thorough, limitsMs.thorough))
process.exitCode = passed ? 0 : 1

/**
 * Returns whether the tests pass. A run beyond the time limit is a mutant that never ends: the tests take seconds.
 */
function passes(paths: readonly string[], timeout: number): boolean {
  if (paths.length === 0) return true
  const command = [process.execPath, 'test', '--bail', '--no-isolate', '--timeout=60000', ...paths]
  return Bun.spawnSync(command, { stdout: 'inherit', stderr: 'inherit', timeout }).exitCode === 0
}
