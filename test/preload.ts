// Runs before any test: no setting of the machine or of a .env file reaches a test.
import { configNames } from '../server/config/config.ts'
import { fileVariable } from '../server/config/secret-files.ts'

for (const name of configNames) {
  // Bun sets it to `test`, which the tests need.
  if (name !== 'NODE_ENV') delete process.env[name]
  delete process.env[fileVariable(name)]
}
