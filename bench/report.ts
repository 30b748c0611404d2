// `npm run bench:report`: writes bench/results/report.html from all stored runs.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { refuseArguments } from '../server/local/launcher/command-line.ts'
import { reportPage } from './report/page.tsx'
import { readAllResults, resultsFolder } from './runner/results.ts'
import { scenarios } from './scenarios.ts'

refuseArguments('npm run bench:report')

const { results, unreadable } = readAllResults()
for (const reason of unreadable) {
  console.error(`Skipped (delete the file if you do not need it): ${reason}`)
}
if (results.length === 0) {
  console.error('There are no results yet: run npm run bench.')
  process.exitCode = 2
} else {
  const path = join(resultsFolder, 'report.html')
  writeFileSync(path, reportPage({ results, scenarios }))
  console.log(
    `${results.length === 1 ? '1 run' : `${results.length} runs`}: ${relative(process.cwd(), path)}`,
  )
}
