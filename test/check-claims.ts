// The last step of a full `npm test`: fails when a due row of test/requirements.ts has no test that ran.
//   check-claims.ts <file> the file with the record of the run
import { readFileSync } from 'node:fs'
import { judgeClaims, readClaims } from './helpers/claims.ts'
import { REQUIREMENTS } from './requirements.ts'

const [file = ''] = process.argv.slice(2)
const { problems, skipped, summary } = judgeClaims(
  REQUIREMENTS,
  readClaims(readFileSync(file, 'utf8')),
)
console.log(summary)
if (skipped.length > 0) console.log(`Skipped on this machine: ${skipped.join(', ')}`)
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1
