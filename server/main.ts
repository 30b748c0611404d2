// The entry point of every process: loads the program for its ROLE. A slicing process loads no code of the database, the card processor or
// the pages.
import { isSlicingProcess } from './config/slicing.ts'
import { webProcessFlag } from './process/cluster.ts'

// A developer who runs `npm start -- --port 4000` would otherwise get a service on another port.
const unknown = process.argv.slice(2).find((argument) => argument !== webProcessFlag)
if (unknown !== undefined) {
  console.error(
    `Unexpected argument '${unknown}': settings are environment variables, such as PORT=4000 (README.md).\nUsage: npm start`,
  )
  process.exit(2)
}
if (isSlicingProcess(process.env)) {
  await import('./main-slicing.ts')
} else {
  await import('./main-service.ts')
}
