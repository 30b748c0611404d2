// A slicing process (ROLE=slicing): slices over HTTP for web processes and workers. It has no database and no secret.
import { createLog } from './adapters/observability/log.ts'
import { parseSlicingConfig } from './config/slicing.ts'
import { listen, stopListening } from './process/listener.ts'
import { closeAll, onStopSignals } from './process/shutdown.ts'
import { openSlicingService } from './wiring/slicing/slicing-service.ts'

const parsed = parseSlicingConfig(process.env)
if (!parsed.ok) {
  for (const problem of parsed.failure) console.error(problem)
  process.exit(1)
}
const config = parsed.value
const log = createLog({ level: config.logLevel })
const service = openSlicingService(config, log)
const server = openListener()
let stopping = false

onStopSignals(
  { stop: (signal) => void shutDown({ signal }, 0), forceExit: () => process.exit(1) },
  { repeats: 'honor' },
)
process.on('uncaughtException', (error) => {
  log.error('process.uncaught_exception', { error })
  void shutDown({ reason: 'uncaught exception' }, 1)
})
// The slice that needed the promise has already failed; other slices may finish.
process.on('unhandledRejection', (error) => log.error('process.unhandled_rejection', { error }))
log.info('process.listening', { port: server.port, role: 'slicing' })

function openListener() {
  try {
    return listen({ ...config, sharesPort: false, handle: service.handle })
  } catch (error) {
    log.error('process.start_failed', { error })
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

/** Shuts down after running slices have finished. */
async function shutDown(why: Record<string, string>, code: 0 | 1): Promise<void> {
  if (stopping) return
  stopping = true
  log.info('process.stopping', why)
  await closeAll([service.close, () => stopListening(server)], log)
  log.flush()
  process.exit(code)
}
