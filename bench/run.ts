// `npm run bench`: runs scenarios against their baselines, prints each row when it is done and
// stores all rows in bench/results. `npm run bench -- --help` lists the options and exit codes.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLocalPostgres } from '../server/local/postgres/postgres.ts'
import { runCorpus } from './corpus/run.ts'
import { startRealServer } from './lib/processes.ts'
import { minutesOf, type Plan, readArguments } from './runner/arguments.ts'
import { describeCommit } from './runner/commit.ts'
import { exitCodeOf } from './runner/exit-code.ts'
import { helpText, listText } from './runner/list.ts'
import { createLoadMeter } from './runner/load-meter.ts'
import { describeMachine } from './runner/machine.ts'
import { markOwnProcesses, type OwnProcesses } from './runner/own-processes.ts'
import { createProgress } from './runner/progress.ts'
import { writeResults } from './runner/results.ts'
import { runScenarios } from './runner/run-scenarios.ts'
import { savedText, summaryText } from './runner/summary.ts'
import { scenarios } from './scenarios.ts'

/** Time in milliseconds after Ctrl-C until remaining processes are killed. */
const endMs = 8_000

const [first, ...others] = process.argv.slice(2)
if (first === 'corpus') process.exit(await runCorpus(others))
const plan = readArguments(process.argv.slice(2), scenarios)
if (typeof plan === 'string') {
  console.error(plan)
  process.exit(2)
}
if (plan.action === 'help') {
  console.log(helpText)
} else if (plan.action === 'list') {
  console.log(listText(scenarios))
} else {
  process.exit(await run(plan))
}

async function run({ scenarios: chosen, quick, strict }: Plan): Promise<number> {
  const own = markOwnProcesses()
  const folder = temporaryFolder()
  let saved: string | null = null
  const minutes = chosen.reduce((sum, scenario) => sum + minutesOf(scenario, quick), 0)
  const progress = createProgress({
    minutes,
    write: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
    nowMs: () => performance.now(),
  })
  const interruption = onInterruption(async () => {
    progress.say(`Interrupted. ${savedText(saved)}`)
    progress.end()
    await endProcesses(own)
    await remove(folder)
  })
  const about = `${chosen.length} ${chosen.length === 1 ? 'scenario' : 'scenarios'}, about ${Math.ceil(minutes)} min.`
  progress.say(quick ? `${about} Quick: fewer and shorter pairs, so wider spreads.` : about)
  const closers: (() => Promise<void> | void)[] = []
  try {
    const postgres = await startLocalPostgres({ folder: join(folder, 'postgres'), temporary: true })
    closers.unshift(postgres.stop)
    const server = await startRealServer({ DATABASE_URL: postgres.url })
    closers.unshift(server.stop)
    const meter = createLoadMeter(own)
    closers.unshift(meter.stop)
    const results = await runScenarios({
      scenarios: chosen,
      bench: { server, databaseUrl: postgres.url, quick },
      meter,
      progress,
      print: (text) => {
        progress.clear()
        console.log(text)
      },
      save: (now) => {
        saved = writeResults(now)
      },
      results: {
        schema: 1,
        startedAt: new Date().toISOString(),
        seconds: 0,
        ...describeCommit(),
        quick,
        ended: 'interrupted',
        machine: await describeMachine(postgres.url),
        rows: [],
        failed: [],
        skipped: [],
      },
      nowMs: () => performance.now(),
      signal: interruption,
    })
    if (interruption.aborted) return await untilExit()
    progress.end()
    console.error(summaryText(results, saved))
    return exitCodeOf(results, { strict })
  } catch (error) {
    // After an interruption, failures are due to the terminated processes.
    if (interruption.aborted) return await untilExit()
    throw error
  } finally {
    for (const close of closers) await close()
    await remove(folder)
  }
}

/**
 * Creates one folder for all temporary files of the run and its processes, so that an interrupted
 * run leaves none behind.
 */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  // If this process runs as root, Postgres runs as another user and needs access.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return folder
}

/** Never resolves. The process exits during the wait. */
function untilExit(): Promise<never> {
  return new Promise(() => undefined)
}

/** Runs `end` at the first signal, and exits with 130. The returned signal is aborted first. */
function onInterruption(end: () => Promise<void>): AbortSignal {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (interruption.signal.aborted) return
      interruption.abort()
      void end().finally(() => process.exit(130))
    })
  }
  return interruption.signal
}

/**
 * Terminates every process of the run, and kills processes that remain. The supervisor of Postgres
 * then removes the database.
 */
async function endProcesses(own: OwnProcesses): Promise<void> {
  send('SIGTERM', own)
  await untilEnded(own)
  send('SIGKILL', own)
  await untilEnded(own)
}

async function untilEnded(own: OwnProcesses): Promise<void> {
  for (let waited = 0; waited < endMs && own.pids().length > 0; waited += 100) await sleep(100)
}

/** Removes the folder. A terminating process may remove or write files in it at the same moment. */
async function remove(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return rmSync(folder, { recursive: true, force: true })
    } catch {
      await sleep(100)
    }
  }
}

function send(signal: NodeJS.Signals, own: OwnProcesses): void {
  for (const pid of own.pids()) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has terminated in the meantime.
    }
  }
}
