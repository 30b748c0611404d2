// Preloaded into `bun test` by run-tests.ts: a killed run must not leave its tests running.
import { followLauncher } from '../../process/follow-launcher.ts'

followLauncher(() => process.exit(1))
