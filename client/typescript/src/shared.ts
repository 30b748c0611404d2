// Members that the command-line program uses in addition to those that index.ts exports.
export { startDeadline } from './deadline.ts'
export { keyHours, maxKeyCharacters } from './idempotency-key.ts'
export { pause } from './pause.ts'
export { backoffMs, isRefused, isUnsent, restartPauseMs } from './retry-rules.ts'
