// `npm test` itself: its last line, its exit code, and that a killed run leaves nothing behind.
import { afterAll, expect, test } from 'bun:test'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive, sleep } from '../../server/local/launcher/processes.ts'

const TIMEOUT_MS = 60_000
const SCRIPT = join(import.meta.dir, '../../server/local/launcher/run-tests.ts')
const scratch = mkdtempSync(join(tmpdir(), 'svc-run-tests-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A project of its own: test files by name. */
function project(files: Record<string, string>): string {
  const folder = mkdtempSync(join(scratch, 'project-'))
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), `import { expect, test } from 'bun:test'\n${text}\n`)
  }
  return folder
}

function run(files: Record<string, string>, ...args: string[]) {
  const done = spawnSync(process.execPath, [SCRIPT, ...args], {
    cwd: project(files),
    encoding: 'utf8',
  })
  return { code: done.status, lastLine: done.stdout.trimEnd().split('\n').at(-1) }
}

const PASS = `test('p', () => expect(1).toBe(1))`
const FAIL = `test('f', () => expect(1).toBe(2))`

test(
  'passed tests end with 0 and their number',
  () => {
    expect(run({ 'a.test.ts': PASS, 'b.test.ts': `${PASS}\ntest('q', () => {})` })).toEqual({
      code: 0,
      lastLine: '3 passed, 0 failed',
    })
  },
  TIMEOUT_MS,
)

test(
  'a failed test ends with 1, skipped and todo tests are told',
  () => {
    const files = { 'a.test.ts': `${PASS}\n${FAIL}\ntest.skip('s', () => {})\ntest.todo('t')` }
    expect(run(files)).toEqual({ code: 1, lastLine: '1 passed, 1 failed, 2 skipped' })
  },
  TIMEOUT_MS,
)

test(
  'arguments are passed on',
  () => {
    const files = { 'a.test.ts': PASS, 'b.test.ts': FAIL }
    expect(run(files, 'a.test')).toEqual({ code: 0, lastLine: '1 passed, 0 failed' })
  },
  TIMEOUT_MS,
)

test(
  'a run in which nothing ran is not a success',
  () => {
    expect(run({ 'a.test.ts': PASS }, 'no-such-file')).toEqual({
      code: 1,
      lastLine: '0 passed, 0 failed',
    })
  },
  TIMEOUT_MS,
)

test(
  'a file that cannot be loaded is a failure',
  () => {
    const files = { 'a.test.ts': PASS, 'b.test.ts': `throw new Error('broken')` }
    expect(run(files)).toEqual({ code: 1, lastLine: '1 passed, 1 failed' })
  },
  TIMEOUT_MS,
)

test(
  'a test that ends the whole process is a failure, regardless of the exit code',
  () => {
    const files = { 'a.test.ts': `${PASS}\ntest('x', () => process.exit(0))` }
    expect(run(files).code).toBe(1)
  },
  TIMEOUT_MS,
)

const HELPERS = join(import.meta.dir, '../helpers')
/** A table of two rows, compared with the run as test/check-claims.ts does it. */
const CHECK = `
import { readFileSync } from 'node:fs'
import { judgeClaims, readClaims } from '${HELPERS}/claims.ts'
const rows = ['a.one', 'a.two'].map((id) => ({ id, source: 's', behaviour: id + ' holds' }))
const verdict = judgeClaims(rows, readClaims(readFileSync(process.argv[2], 'utf8')))
console.log(JSON.stringify(verdict))
process.exitCode = verdict.problems.length === 0 ? 0 : 1`
const VERIFIES = `import { verifies } from '${HELPERS}/verifies.ts'; import { describe } from 'bun:test'`
const ONE = `verifies('a.one', () => { expect(1).toBe(1) })`
const TWO = `verifies('a.two', () => { expect(1).toBe(1) }`

function runClaims(tests: string, ...args: string[]) {
  const folder = project({ 'a.test.ts': `${VERIFIES}\n${ONE}\n${tests}` })
  mkdirSync(join(folder, 'test'))
  writeFileSync(join(folder, 'test', 'check-claims.ts'), CHECK)
  const done = spawnSync(process.execPath, [SCRIPT, ...args], { cwd: folder, encoding: 'utf8' })
  const lines = done.stdout.trimEnd().split('\n')
  const found = lines.find((line) => line.startsWith('{'))
  const { problems, skipped } = found ? JSON.parse(found) : { problems: null, skipped: null }
  return { code: done.status, lastLine: lines.at(-1), problems, skipped }
}

const DID_NOT_RUN = ['a.two: none of its tests ran (a.two holds)']
const NO_TEST = ['a.two: no test (a.two holds)']

test.each([
  ['describe.skipIf', `describe.skipIf(true)('d', () => { ${TWO}) })`, DID_NOT_RUN],
  ['describe.skip', `describe.skip('d', () => { ${TWO}) })`, DID_NOT_RUN],
  ['describe.todo', `describe.todo('d', () => { ${TWO}) })`, DID_NOT_RUN],
  ['a condition', `if (process.env.NOT_SET) { ${TWO}) }`, NO_TEST],
  ['a mention in a table', `const table = [{ id: 'a.two' }]; test('t', () => {})`, NO_TEST],
] as const)(
  'a full run fails on a claim that is switched off by %s',
  (_how, tests, problems) => {
    const { code, lastLine, ...found } = runClaims(tests)
    expect(found).toEqual({ problems: [...problems], skipped: [] })
    expect(code).toBe(1)
    expect(lastLine).toContain('1 failed')
  },
  TIMEOUT_MS,
)

test(
  'a full run fails on a claim whose body returns before it expects anything',
  () => {
    const { code, lastLine } = runClaims(`verifies('a.two', () => {})`)
    expect([code, lastLine]).toEqual([1, '1 passed, 1 failed'])
  },
  TIMEOUT_MS,
)

test(
  'a full run passes when each claim ran, and names those that the machine cannot run',
  () => {
    expect(runClaims(`${TWO})`)).toEqual({
      code: 0,
      lastLine: '2 passed, 0 failed',
      problems: [],
      skipped: [],
    })
    expect(runClaims(`${TWO}, { skipIf: true })`)).toEqual({
      code: 0,
      lastLine: '1 passed, 0 failed, 1 skipped',
      problems: [],
      skipped: ['a.two'],
    })
  },
  TIMEOUT_MS,
)

test(
  'a run of some tests compares no claims',
  () => {
    expect(runClaims('', 'a.test')).toMatchObject({ code: 0, problems: null })
  },
  TIMEOUT_MS,
)

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(
    `a run ended by ${signal} leaves no database and no tests behind`,
    async () => {
      const folder = project({
        'a.test.ts': `test('waits', async () => {
        require('node:fs').writeFileSync('pid', String(process.pid))
        require('node:fs').writeFileSync('url', process.env.TEST_CLUSTER_URL)
        await Bun.sleep(1e6)
      })`,
      })
      const child = spawn(process.execPath, [SCRIPT], { cwd: folder, stdio: 'ignore' })
      const urlFile = join(folder, 'url')
      while (!existsSync(urlFile) || readFileSync(urlFile, 'utf8') === '') await sleep(10)
      const port = new URL(readFileSync(urlFile, 'utf8')).port
      child.kill(signal)
      while (await listens(Number(port))) await sleep(20)
      expect(await listens(Number(port))).toBe(false)
      const tests = Number(readFileSync(join(folder, 'pid'), 'utf8'))
      while (isAlive(child.pid ?? 0) || isAlive(tests)) await sleep(10)
    },
    TIMEOUT_MS,
  )
}

async function listens(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data: () => {} } })
    socket.end()
    return true
  } catch {
    return false // Refused: nothing listens.
  }
}
