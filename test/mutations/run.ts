// `npm run test:mutations`: breaks the product in one place at a time and runs the tests of the row that forbids it; they must
// fail. Arguments choose rows by a part of their id. Files are put back, also when the run is interrupted.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MUTATIONS, type Mutation } from './list.ts'

const ROOT = join(import.meta.dir, '../..')
const RUN_TESTS = join(ROOT, 'server/local/launcher/run-tests.ts')

/** Puts the file that is broken at the moment back. */
let restore = () => {}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    restore()
    process.exit(1)
  })
}

const chosen = process.argv.slice(2)
const mutations = MUTATIONS.filter(
  ({ row }) => chosen.length === 0 || chosen.some((part) => row.includes(part)),
)
let missed = 0
for (const mutation of mutations) {
  const outcome = await tried(mutation)
  if (outcome !== 'caught') missed += 1
  console.log(`${outcome}: ${mutation.row} (${mutation.file}, ${mutation.test})`)
}
console.log(`${mutations.length - missed} caught, ${missed} not`)
process.exitCode = missed === 0 && mutations.length > 0 ? 0 : 1

/** `caught`: the row's tests pass as the product is and fail when it is broken. Otherwise what went wrong. */
async function tried({ row, file, search, replace, test }: Mutation): Promise<string> {
  const path = join(ROOT, file)
  const original = readFileSync(path, 'utf8')
  if (original.split(search).length !== 2) return 'not applicable, the text is not there once'
  const sound = await runRow(test, row)
  if (sound.failed > 0 || sound.passed === 0) return `no green test to begin with\n${sound.output}`
  restore = () => writeFileSync(path, original)
  try {
    writeFileSync(
      path,
      original.replace(search, () => replace),
    )
    const broken = await runRow(test, row)
    // As many tests as before: a file that cannot be loaded any more proves nothing.
    const ran = broken.passed + broken.failed === sound.passed
    return broken.failed > 0 && ran ? 'caught' : `NOT CAUGHT\n${broken.output}`
  } finally {
    restore()
    restore = () => {}
  }
}

type Outcome = { readonly passed: number; readonly failed: number; readonly output: string }

/** Runs the tests of a file whose titles hold the row's id. */
async function runRow(test: string, row: string): Promise<Outcome> {
  const pattern = `[[ ]${row.replaceAll('.', '\\.')}[,\\]]`
  const child = spawn(process.execPath, [RUN_TESTS, test, '-t', pattern], { cwd: ROOT })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    output += text
  })
  await new Promise((resolve) => child.once('close', resolve))
  const [, passed, failed] = output.match(/^(\d+) passed, (\d+) failed/m) ?? []
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0), output }
}
