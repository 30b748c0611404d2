// What the command-line program uses of the package besides what index.ts exports to everyone.
export { startDeadline } from './deadline.ts'
export { keyHours, maxKeyCharacters } from './idempotency-key.ts'
export { pause } from './pause.ts'
export { backoffMs, isUnsent } from './retry-rules.ts'
