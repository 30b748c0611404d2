// `npm run test:mutations`: breaks the product in one place at a time and runs the tests that forbid it; they must
// fail. Arguments choose by a part of a row's id or of a file's path. Files are restored even if the run is
// interrupted.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { LOST_CONDITIONS } from './conditions.ts'
import { MUTATIONS } from './list.ts'

const ROOT = join(import.meta.dir, '../..')
const RUN_TESTS = join(ROOT, 'server/local/launcher/run-tests.ts')

/** Restores the file that is broken at the moment. */
let restore = () => {}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    restore()
    process.exit(1)
  })
}

type Fault = {
  readonly name: string
  readonly file: string
  readonly search: string
  readonly replace: string
  readonly test: string
  /** Matches the names of the tests that have to fail. */
  readonly pattern: string
}

const escaped = (text: string) => text.replaceAll(/[.()]/g, String.raw`\$&`)
const faults: readonly Fault[] = [
  ...MUTATIONS.map(({ row, ...rest }) => ({
    ...rest,
    name: row,
    pattern: `[[ ]${escaped(row)}[,\\]]`,
  })),
  ...LOST_CONDITIONS.map(({ title, ...rest }) => ({
    ...rest,
    name: `condition: ${title}`,
    pattern: escaped(title),
  })),
]

const usage = "npm run test:mutations -- [PART OF A ROW'S ID, A TITLE OR A FILE ...]"
const { positionals: chosen, refuse } = readCommandLine(usage, { allowPositionals: true })
const tries = faults.filter(
  ({ name, file }) =>
    chosen.length === 0 || chosen.some((part) => name.includes(part) || file.includes(part)),
)
if (tries.length === 0) refuse(`Nothing is named like ${chosen.join(', ')}.`)
let missed = 0
for (const fault of tries) {
  const outcome = await tried(fault)
  if (outcome !== 'caught') missed += 1
  console.log(`${outcome}: ${fault.name} (${fault.file}, ${fault.test})`)
}
console.log(`${tries.length - missed} caught, ${missed} not`)
process.exitCode = missed === 0 ? 0 : 1

/** `caught`: the tests pass on the intact product and fail on the broken one. Otherwise the problem. */
async function tried({ file, search, replace, test, pattern }: Fault): Promise<string> {
  const path = join(ROOT, file)
  const original = readFileSync(path, 'utf8')
  if (original.split(search).length !== 2) return 'not applicable, the text is not there once'
  const sound = await runTests(test, pattern)
  if (sound.failed > 0 || sound.passed === 0) return `no green test to begin with\n${sound.output}`
  restore = () => writeFileSync(path, original)
  try {
    writeFileSync(
      path,
      original.replace(search, () => replace),
    )
    const broken = await runTests(test, pattern)
    // As many tests as before: a file that cannot be loaded proves nothing.
    const ran = broken.passed + broken.failed === sound.passed
    return broken.failed > 0 && ran ? 'caught' : `NOT CAUGHT\n${broken.output}`
  } finally {
    restore()
    restore = () => {}
  }
}

type Outcome = { readonly passed: number; readonly failed: number; readonly output: string }

/** Runs the tests of a file whose names match. */
async function runTests(test: string, pattern: string): Promise<Outcome> {
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
