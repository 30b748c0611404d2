// Preloaded into a server process (BUN_OPTIONS), so that its bodies time out after a second instead of 25.
import { bodyTimeoutMs } from '../../server/domain/base/time/timeout-wheel.ts'
import { shortTimers } from './short-timers.ts'

shortTimers((ms) => (ms === bodyTimeoutMs / 2 ? 500 : ms))
