// Before any test: no setting of the machine or of a .env file reaches a test.
import { CONFIG_NAMES } from '../../server/config/config.ts'

for (const name of CONFIG_NAMES) {
  // Bun sets it to `test`, which is what the tests want.
  if (name !== 'NODE_ENV') delete process.env[name]
}
