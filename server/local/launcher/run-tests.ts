// `npm test`: starts one PostgreSQL cluster for the complete run, runs `bun test` in parallel workers on it, and prints a last line with
// the totals. Arguments are passed on: paths, -t <name>. A run without arguments ends with the check of its claims.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { followLauncher } from '../../process/follow-launcher.ts'
import { startLocalPostgres } from '../postgres/postgres.ts'
import { notCheckedLine } from './not-checked.ts'
import { pathsWithoutTests, readCounts, type TestCounts } from './test-report.ts'

/** Generous, so that a slow or busy machine alone does not fail a test. */
const testTimeoutMs = 180_000
/**
 * Duration of each file in ms. The longest files start first, so that no core waits for a file that started last. UPDATE_TIMINGS=1
 * rewrites the file.
 */
const timings = join('test', 'timings.json')

/** A run without arguments runs every test except the system tests. */
const isWhole = process.argv.length === 2
/**
 * `npm run test:system` runs these tests: they start, kill and overload processes, slicers, browsers and third-party servers, or play long
 * histories.
 */
const systemTests = ['test/faults/**', 'test/browser/**', 'test/system/**']
/**
 * More than the cores, because while tests wait for a lease or a restart, others compute. One more for system tests, each of which runs
 * several processes; otherwise two.
 */
const workers = availableParallelism() + (process.argv.some(isSystemPath) ? 1 : 2)

const folder = mkdtempSync(join(clusterParent(), 'svc-test-'))
const report = join(folder, 'report.xml')
const claims = join(folder, 'claims')
writeFileSync(claims, '')
const cluster = await startLocalPostgres({ folder, fast: true, temporary: true })
const testExitCode = await awaitEnd(
  spawn(
    process.execPath,
    [
      'test',
      '--preload',
      join(import.meta.dir, 'end-with-parent.ts'),
      `--timeout=${testTimeoutMs}`,
      `--parallel=${workers}`,
      // A fresh module registry for each file costs half a second of CPU, and no test needs it.
      '--no-isolate',
      ...timingOptions(),
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      ...(isWhole ? systemTests.flatMap((path) => ['--path-ignore-patterns', path]) : []),
      ...process.argv.slice(2),
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        TEST_CLUSTER_URL: cluster.url,
        CLAIMS_FILE: claims,
        LAUNCHER_PID: String(process.pid),
      },
    },
  ),
)
const reportXml = existsSync(report) ? readFileSync(report, 'utf8') : ''
const counts = readCounts(reportXml)
const claimsHold = await checkClaims()
await cluster.stop()
const empty = emptyPaths(reportXml)
const failureCount =
  counts.failed + (claimsHold ? 0 : 1) + (counts.passed + counts.failed === 0 ? 0 : empty.length)
process.exitCode = conclude({ ...counts, failed: failureCount }, testExitCode)

function isSystemPath(argument: string): boolean {
  return /^test\/(faults|browser|system)/.test(argument)
}

/**
 * Prints and returns the paths without a test that ran: `bun test` ignores them if other paths have tests. Does not apply with options,
 * which select tests.
 */
function emptyPaths(xml: string): readonly string[] {
  const paths = process.argv.slice(2)
  if (paths.some((path) => path.startsWith('-'))) return []
  const untestedPaths = pathsWithoutTests(xml, paths)
  for (const path of untestedPaths) console.log(`No test of ${path} ran.`)
  return untestedPaths
}

function timingOptions(): string[] {
  if (!existsSync(timings)) return []
  const update = process.env['UPDATE_TIMINGS'] === '1' ? ['--update-timings'] : []
  return [`--timings=./${timings}`, ...update]
}

/**
 * Returns the parent folder: memory if there is plenty, otherwise the disk. Each test file copies the template database, which takes a
 * third of the time in memory. TMPDIR overrides it.
 */
function clusterParent(): string {
  const memory = '/dev/shm'
  if (process.env['TMPDIR'] !== undefined || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= 4 * 1024 ** 3 ? memory : tmpdir()
}

/** Returns whether every requirement was tested. Always true when only some tests were run. */
async function checkClaims(): Promise<boolean> {
  const script = join('test', 'check-claims.ts')
  if (!isWhole || !existsSync(script)) return true
  return (await awaitEnd(spawn(process.execPath, [script, claims], { stdio: 'inherit' }))) === 0
}

/** Prints what could not be checked and the last line, and returns the exit code. A run that broke outside a test is also a failure. */
function conclude(totals: TestCounts, code: number): number {
  const { passed, skipped } = totals
  let failed = totals.failed
  if (passed + failed === 0) {
    console.log('No test ran.')
    console.log('0 passed, 0 failed')
    return code || 1
  }
  if (code !== 0 && failed === 0) {
    console.log(`bun test ended with code ${code} although no test failed: see above.`)
    failed = 1
  }
  const missing = notCheckedLine()
  if (missing !== null) console.log(missing)
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed === 0 ? 0 : code || 1
}

function awaitEnd(child: ChildProcess): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal))
  }
  followLauncher(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']),
    )
  })
}
