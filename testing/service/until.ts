// Waits for background events, without a fixed sleep.
import { waitUntil } from './real-server.ts'

export const until = (holds: () => boolean | Promise<boolean>): Promise<void> =>
  waitUntil('it happens in the background', holds)
