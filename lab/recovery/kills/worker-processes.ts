// The workers as processes, which end with the work that they are started for, however it ends.
import { join } from 'node:path'
import * as v from 'valibot'
import { lineSchema, type Placement, type Plan, type Unfinished } from './worker-lines.ts'

type Line = Placement | Unfinished

/**
 * Starts a worker for each plan and runs `during`, which learns from `isOver` when all workers have ended. Resolves
 * when both have ended. The first failure of either kills the running workers and is thrown.
 */
export async function withWorkers<Output>(
  plans: readonly Plan[],
  onLine: (line: Line) => void,
  during: (isOver: () => boolean) => Promise<Output>,
): Promise<Output> {
  const workers = plans.map(startWorker)
  let isOver = false
  const ended = Promise.all(workers.map((worker) => read(worker, onLine))).finally(() => {
    isOver = true
  })
  const doing = during(() => isOver)
  try {
    const [output] = await Promise.all([doing, ended])
    return output
  } finally {
    isOver = true
    for (const { child } of workers) child.kill('SIGKILL')
    await Promise.allSettled([doing, ...workers.map(({ child }) => child.exited)])
  }
}

type Worker = ReturnType<typeof startWorker>

function startWorker(plan: Plan) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'worker.ts')], {
    stdin: new Blob([JSON.stringify(plan)]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return { child, errors: new Response(child.stderr).text() }
}

async function read({ child, errors }: Worker, onLine: (line: Line) => void): Promise<void> {
  let rest = ''
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(v.parse(lineSchema, JSON.parse(line)))
  }
  if ((await child.exited) !== 0) throw new Error(`A worker failed:\n${await errors}`)
}
