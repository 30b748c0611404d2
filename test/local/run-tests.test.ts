// `npm test` itself: its last line, its exit code, and that a killed run leaves nothing behind.
import { afterAll, expect, test } from 'bun:test'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../testing/service/processes.ts'

const SCRIPT = join(import.meta.dir, '../../server/local/launcher/run-tests.ts')
const scratch = mkdtempSync(join(tmpdir(), 'svc-run-tests-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A separate project: test files by name. */
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

test('a run of passing tests exits with 0 and prints their number', () => {
  expect(run({ 'a.test.ts': PASS, 'b.test.ts': `${PASS}\ntest('q', () => {})` })).toEqual({
    code: 0,
    lastLine: '3 passed, 0 failed',
  })
})

test('a failed test leads to exit code 1, and skipped and todo tests are counted', () => {
  const files = { 'a.test.ts': `${PASS}\n${FAIL}\ntest.skip('s', () => {})\ntest.todo('t')` }
  expect(run(files)).toEqual({ code: 1, lastLine: '1 passed, 1 failed, 2 skipped' })
})

test('arguments are passed on', () => {
  const files = { 'a.test.ts': PASS, 'b.test.ts': FAIL }
  expect(run(files, 'a.test')).toEqual({ code: 0, lastLine: '1 passed, 0 failed' })
})

test('a run in which nothing ran is not a success', () => {
  expect(run({ 'a.test.ts': PASS }, 'no-such-file')).toEqual({
    code: 1,
    lastLine: '0 passed, 0 failed',
  })
})

test('a path without a test that ran is a failure, even among others', () => {
  const files = { 'a.test.ts': PASS, 'b.test.ts': `test.skip('s', () => {})`, 'all.ts': PASS }
  const failed = (skipped = '') => ({ code: 1, lastLine: `1 passed, 1 failed${skipped}` })
  expect(run(files, 'a.test', 'no-such-file')).toEqual(failed())
  expect(run(files, './a.test.ts', './none.ts')).toEqual(failed())
  expect(run(files, 'a.test', 'b.test')).toEqual(failed(', 1 skipped'))
  expect(run(files, './a.test.ts', './all.ts')).toEqual({
    code: 0,
    lastLine: '2 passed, 0 failed',
  })
})

test('a file that cannot be loaded is a failure', () => {
  const files = { 'a.test.ts': PASS, 'b.test.ts': `throw new Error('broken')` }
  expect(run(files)).toEqual({ code: 1, lastLine: '1 passed, 1 failed' })
})

test('a test that ends the whole process is a failure, with any exit code', () => {
  const files = { 'a.test.ts': `${PASS}\ntest('x', () => process.exit(0))` }
  expect(run(files).code).toBe(1)
})

const HELPERS = join(import.meta.dir, '../helpers')
/** A table of these rows, compared with the run as test/check-claims.ts does it. */
const check = (ids: readonly string[]) => `
import { readFileSync } from 'node:fs'
import { judgeClaims, readClaims } from '${HELPERS}/claims.ts'
const rows = ${JSON.stringify(ids)}.map((id) => ({ id, source: 's', behavior: id + ' holds' }))
const verdict = judgeClaims(rows, readClaims(readFileSync(process.argv[2], 'utf8')))
console.log(JSON.stringify(verdict))
process.exitCode = verdict.problems.length === 0 ? 0 : 1`
const VERIFIES = `import { verifies } from '${HELPERS}/verifies.ts'; import { describe } from 'bun:test'`
const ONE = `verifies('a.one', () => { expect(1).toBe(1) })`
const TWO = `verifies('a.two', () => { expect(1).toBe(1) }`

function runClaims(tests: string, { args = [], ids = ['a.two'] }: ClaimOptions = {}) {
  const folder = project({ 'a.test.ts': `${VERIFIES}\n${ONE}\n${tests}` })
  mkdirSync(join(folder, 'test'))
  writeFileSync(join(folder, 'test', 'check-claims.ts'), check(['a.one', ...ids]))
  const done = spawnSync(process.execPath, [SCRIPT, ...args], { cwd: folder, encoding: 'utf8' })
  const lines = done.stdout.trimEnd().split('\n')
  const found = lines.find((line) => line.startsWith('{'))
  const { problems, skipped } = found ? JSON.parse(found) : { problems: null, skipped: null }
  return { code: done.status, lastLine: lines.at(-1), problems, skipped }
}

type ClaimOptions = { readonly args?: readonly string[]; readonly ids?: readonly string[] }

const claim = (id: string) => `verifies('${id}', () => { expect(1).toBe(1) })`

// In one run, because each run starts a separate database.
test('a full run fails on claims that are switched off in any way', () => {
  const ways: Readonly<Record<string, readonly [tests: string, problem: string]>> = {
    'a.skip-if': [`describe.skipIf(true)('d', () => { ${claim('a.skip-if')} })`, 'did not run'],
    'a.skip': [`describe.skip('d', () => { ${claim('a.skip')} })`, 'did not run'],
    'a.todo': [`describe.todo('d', () => { ${claim('a.todo')} })`, 'did not run'],
    'a.condition': [`if (process.env.NOT_SET) { ${claim('a.condition')} }`, 'no test'],
    'a.table': [`const table = [{ id: 'a.table' }]; test('t', () => {})`, 'no test'],
  }
  const words = { 'did not run': 'none of its tests ran', 'no test': 'no test' }
  const tests = Object.values(ways).map(([text]) => text)
  const { code, lastLine, ...found } = runClaims(tests.join('\n'), { ids: Object.keys(ways) })
  const problems = Object.entries(ways).map(
    ([id, [, problem]]) => `${id}: ${Reflect.get(words, problem)} (${id} holds)`,
  )
  expect(found).toEqual({ problems, skipped: [] })
  expect(code).toBe(1)
  expect(lastLine).toContain('1 failed')
})

test('a full run fails on a claim whose body returns before it expects anything', () => {
  const { code, lastLine } = runClaims(`verifies('a.two', () => {})`)
  expect([code, lastLine]).toEqual([1, '1 passed, 1 failed'])
})

test('a full run passes when each claim ran, and names those that the machine cannot run', () => {
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
})

test('a run of some tests compares no claims', () => {
  expect(runClaims('', { args: ['a.test'] })).toMatchObject({ code: 0, problems: null })
})

/** Writes down its process, its parent and the database, and does not end. */
const WAITS = `
const { renameSync, writeFileSync } = require('node:fs')
test('waits', async () => {
  const { pid, ppid, env } = process
  const file = 'run-' + pid + '.json'
  writeFileSync(file + '.new', JSON.stringify({ pid, ppid, url: env.TEST_CLUSTER_URL }))
  renameSync(file + '.new', file)
  await Bun.sleep(1e6)
})`

// A single file runs in the process of `bun test` itself; several run in its workers.
for (const [signal, where, fileCount] of [
  ['SIGTERM', 'in one process', 1],
  ['SIGKILL', 'in one process', 1],
  ['SIGTERM', 'in workers', 2],
  ['SIGKILL', 'in workers', 2],
] as const) {
  test(`a run ${where} ended by ${signal} leaves no database and no tests behind`, async () => {
    const names = ['a.test.ts', 'b.test.ts'].slice(0, fileCount)
    const folder = project(Object.fromEntries(names.map((name) => [name, WAITS])))
    const child = spawn(process.execPath, [SCRIPT], { cwd: folder, stdio: 'ignore' })
    const notes = () => readdirSync(folder).filter((name) => name.endsWith('.json'))
    while (notes().length < fileCount) await sleep(10)
    const runs = notes().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    const script = child.pid ?? 0
    const processes = new Set([script, ...runs.flatMap(({ pid, ppid }) => [pid, ppid])])
    expect(processes.size).toBe(fileCount === 1 ? 2 : 4)
    child.kill(signal)
    while ([...processes].some(isAlive)) await sleep(10)
    const port = Number(new URL(runs[0].url).port)
    while (await listens(port)) await sleep(20)
    expect(notes()).toHaveLength(fileCount)
  })
}

async function listens(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data: () => {} } })
    socket.end()
    return true
  } catch {
    return false // Refused: no server listens.
  }
}
