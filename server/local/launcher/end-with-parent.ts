// Preloaded into `bun test` by run-tests.ts, so that a killed run does not leave its tests running. With --parallel it is loaded only in
// the workers. Their parent is the `bun test` that run-tests.ts started.
import { commandLine, sendSignal } from '../postgres/process.ts'

const pollMs = 1_000
const launcherId = Number(process.env['LAUNCHER_PID'])
const parentId = process.ppid

setInterval(() => {
  const hasParent = process.ppid === parentId
  if (hasParent && commandLine(launcherId) !== '') return
  // A parent that keeps running would start new workers for the remaining files.
  if (hasParent) sendSignal(parentId, 'SIGKILL')
  process.exit(1)
}, pollMs).unref()
