// The commands of package.json refuse arguments that they do not know: a line that says what is wrong, the usage, exit code 2, and no
// stack trace. Otherwise a misspelled option starts hours of work, or checks nothing and ends well.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const root = join(import.meta.dir, '../..')
const { scripts } = v.parse(
  v.object({ scripts: v.record(v.string(), v.string()) }),
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
)

/** The programs that the launcher starts, by the command's name; `--test` and `--run` pass their arguments on. */
const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const [, program] = /launch\.mjs (\S+\.ts)$/.exec(script) ?? []
  return program === undefined ? [] : [[name, program] as const]
})

async function run(program: string, ...args: readonly string[]) {
  const child = Bun.spawn([process.execPath, program, ...args], {
    cwd: root,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, stdout, stderr }
}

test('there are commands', () => {
  expect(programs.length).toBeGreaterThan(20)
})

test.each(programs)('npm run %s refuses an option that it does not know', async (name, program) => {
  const { code, stdout, stderr } = await run(program, '--no-such-option')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(name === 'start' ? 'npm start' : `npm run ${name}`)
  expect(stderr).toMatch(/Usage: npm |There is no file and no commit/)
  expect(stderr).not.toMatch(/^\s+at /m)
})

test.each([
  ['test/simulation/run.ts', ['--runs', 'many'], '--runs must be a whole number from 1 on'],
  ['test/simulation/run.ts', ['refund'], "Unexpected argument 'refund'"],
  ['test/simulation/run.ts', ['--bugs', 'no such bug'], 'The bugs are:\n  '],
  ['test/evaluations/run.ts', ['--stories', '0'], '--stories must be a whole number from 1 on'],
  ['test/evaluations/run.ts', ['--habit', 'haggles'], 'The habits are:\n  '],
  ['test/mutations/stryker/run.ts', ['postage'], 'There is no part postage.'],
  ['test/mutations/stryker/run.ts', ['orders', '--sample', '0'], '--sample must be a whole number'],
  [
    'test/mutations/stryker/run.ts',
    ['pricing', '--file', 'server/domain/nosuch.ts'],
    'server/domain/nosuch.ts is no file of the part pricing.',
  ],
  [
    'test/mutations/stryker/run.ts',
    ['--rust', '--diff', 'nosuchrev'],
    'There is no revision nosuchrev.',
  ],
  ['test/mutations/run.ts', ['no such row'], 'Nothing is named like no such row.'],
  ['test/recovery/rig/run.ts', ['flood'], 'The faults are:\n  kill -9'],
  ['test/clients/first-order/run.ts', ['fax'], 'There is no way fax.'],
  ['bench/capacity.ts', ['--orders-per-day', '5', '--busy', '60'], '--busy is a share between 0'],
  ['bench/capacity.ts', ['--orders-per-day', '5', '--rates', 'nosuch.json'], 'cannot be read'],
  ['bench/money/ledgers.ts', ['many'], 'The number of histories must be a whole number'],
])('%s %p is refused before anything is started', async (program, args, problem) => {
  const { code, stdout, stderr } = await run(program, ...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(problem)
  expect(stderr).not.toMatch(/^\s+at /m)
})

test('--help prints the usage and ends well', async () => {
  const { code, stdout, stderr } = await run('test/simulation/run.ts', '--help')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toStartWith('Usage: npm run simulate -- ')
})
