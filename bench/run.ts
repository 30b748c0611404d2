// `npm run bench`: runs scenarios against their baselines, prints each row when it is done and keeps all of them in bench/results.
// `npm run bench -- --help` names the options and exit codes.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLocalPostgres } from '../server/local/postgres/postgres.ts'
import { startRealServer } from './lib/processes.ts'
import { minutesOf, type Plan, readArguments } from './runner/arguments.ts'
import { describeCommit } from './runner/commit.ts'
import { helpText, listText } from './runner/list.ts'
import { createLoadMeter } from './runner/load-meter.ts'
import { describeMachine } from './runner/machine.ts'
import { markOwnProcesses, type OwnProcesses } from './runner/own-processes.ts'
import { createProgress } from './runner/progress.ts'
import { writeResults } from './runner/results.ts'
import { runScenarios } from './runner/run-scenarios.ts'
import { savedText, summaryText } from './runner/summary.ts'
import { scenarios } from './scenarios.ts'

/** How long processes may take to end after Ctrl-C before they are killed. */
const endMs = 8_000

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

async function run({ scenarios: chosen, quick }: Plan): Promise<number> {
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
    return results.failed.length > 0 || results.rows.some((row) => row.verdict === 'missed') ? 1 : 0
  } catch (error) {
    // Failures are then due to the processes that were ended.
    if (interruption.aborted) return await untilExit()
    throw error
  } finally {
    for (const close of closers) await close()
    await remove(folder)
  }
}

/** Everything temporary of the run and of its processes is in one folder, so that an interrupted run leaves nothing behind. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  // Postgres runs as another user where this process is root.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return folder
}

/** The process ends while this is awaited. */
function untilExit(): Promise<never> {
  return new Promise(() => undefined)
}

/** Runs `end` at the first of the signals, and exits with 130. The returned signal is aborted first. */
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

/** Asks every process of the run to end, and kills what is left. The keeper of Postgres then removes the database. */
async function endProcesses(own: OwnProcesses): Promise<void> {
  send('SIGTERM', own)
  await untilEnded(own)
  send('SIGKILL', own)
  await untilEnded(own)
}

async function untilEnded(own: OwnProcesses): Promise<void> {
  for (let waited = 0; waited < endMs && own.pids().length > 0; waited += 100) await sleep(100)
}

/** A process that ends may remove files of the folder, or write one, at the same moment. */
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
      // It has ended in the meantime.
    }
  }
}
