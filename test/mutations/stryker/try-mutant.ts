// Run by Stryker once for each mutant, with the number of the mutant in the environment: the quick tests, then the thorough ones.
// Ends with 1 as soon as a test fails.
import { isSampled, readTrial, trialVariable } from './trial.ts'

const { quick, thorough, sample } = readTrial(process.env[trialVariable])
const mutant = process.env['__STRYKER_ACTIVE_MUTANT__']
const tried = mutant === undefined || isSampled(mutant, sample)
const sets = tried ? [quick, thorough].filter((paths) => paths.length > 0) : []
process.exitCode = sets.every(passes) ? 0 : 1

function passes(paths: readonly string[]): boolean {
  const command = [process.execPath, 'test', '--bail', '--no-isolate', '--timeout=60000', ...paths]
  return Bun.spawnSync(command, { stdout: 'inherit', stderr: 'inherit' }).exitCode === 0
}
