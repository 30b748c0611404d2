// `npm run check`: the checks of CI except those that need Rust: format and lint, types, tests. Every step runs, so one run shows all
// problems.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { refuseArguments } from './command-line.ts'

refuseArguments('npm run check')

const steps: readonly (readonly [what: string, command: readonly string[]])[] = [
  ['format and lint', ['run', 'biome', 'check', '--error-on-warnings']],
  ['types', ['run', 'tsc', '--noEmit']],
  ['types of browser code', ['run', 'tsc', '--noEmit', '-p', 'tsconfig.browser.json']],
  ['unused files, exports and packages', ['run', 'knip', '--no-progress']],
  ['tests', [join(import.meta.dir, 'run-tests.ts')]],
]

const failed = steps.filter(([what, command]) => {
  console.log(`== ${what}`)
  return spawnSync(process.execPath, [...command], { stdio: 'inherit' }).status !== 0
})
for (const [what] of failed) console.log(`Failed: ${what}`)
if (failed.length === 0) console.log('Every check passed.')
process.exitCode = failed.length === 0 ? 0 : 1
