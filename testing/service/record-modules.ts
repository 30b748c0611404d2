// Preloaded into a process of a test: writes the paths of all modules that it loaded when it ends, one file for each process.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

process.on('exit', () => {
  // Bun lists ES modules here as well.
  const loaded = JSON.stringify(Object.keys(require.cache))
  writeFileSync(join(process.env['MODULE_LISTS'] ?? '.', `${process.pid}.json`), loaded)
})
