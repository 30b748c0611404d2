// One thread of the pool with one WASM instance. It reads a file directly into linear memory. The
// pool replaces the whole worker when the instance is broken or too large.
import { closeSync, fstatSync, openSync, readlinkSync, readSync } from 'node:fs'
import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { readDracoWasm } from './decoders/draco-file.ts'
import type { FromWorker, PlaceTask, Source, TaskResult, ToWorker } from './messages.ts'
import { placeParts } from './place-parts.ts'
import { bytesOf, createInstance, type Instance, type TaskBytes, transferList } from './run-task.ts'

// Requests take precedence over measuring when cores are scarce. On Linux this lowers only the
// calling thread (verified in /proc/self/task on Bun 1.4.5); elsewhere it would lower the whole
// process.
if (platform() === 'linux') {
  setPriority(0, 10)
  tellThread()
}

let instance: Instance | undefined

parentPort?.on('message', async (message: ToWorker) => {
  if ('module' in message) {
    instance = createInstance({ module: message.module, dracoWasm: readDracoWasm })
    return
  }
  if (!('source' in message.task)) return respond(place(message.task))
  const { source, ...task } = message.task
  const result = instance
    ? await instance.run(task, () => open(source))
    : ({ kind: 'error', message: 'a task arrived before the module' } as const)
  respond(result)
})

function respond(result: TaskResult): void {
  const memoryBytes = instance?.memoryBytes() ?? 0
  parentPort?.postMessage({ result, memoryBytes } satisfies FromWorker, transferList(result))
}

function place({ work: { parts, center } }: PlaceTask): TaskResult {
  try {
    return { kind: 'outcome', outcome: placeParts(parts, center) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // The result is too large for the memory, or the input is not an STL that `process` wrote.
    return { kind: 'error', message: reason }
  }
}

function open(source: Source): TaskBytes {
  return 'path' in source ? fileAt(source.path) : bytesOf(source.bytes)
}

function fileAt(path: string): TaskBytes {
  const file = openSync(path, 'r')
  const length = fstatSync(file).size
  const read = (target: Uint8Array, offset: number) => {
    for (let done = 0; done < target.length; ) {
      const count = readSync(file, target, done, target.length - done, offset + done)
      if (count === 0) {
        throw new Error(`the file shrank while it was read: ${offset + done} of ${length} bytes`)
      }
      done += count
    }
  }
  return { length, read, close: () => closeSync(file) }
}

/** Sends the thread id to the pool, which uses it to read the processor time of jobs. */
function tellThread(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    parentPort?.postMessage({ thread } satisfies FromWorker)
  } catch {
    // Without /proc, the pool uses the run time.
  }
}
