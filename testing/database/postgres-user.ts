// A process that uses the local database: starts or joins it, prints its URL, and runs until it is stopped. Run as:
// bun postgres-user.ts <folder> [temporary]. A line on stdin stops it cleanly.
import { startLocalPostgres } from '../../server/local/postgres/postgres.ts'

const [folder = '', how] = process.argv.slice(2)
try {
  const postgres = await startLocalPostgres({
    folder,
    fast: how === 'temporary',
    temporary: how === 'temporary',
  })
  console.log(postgres.url)
  for await (const _ of console) break
  await postgres.stop()
  console.log('stopped')
  process.exit(0)
} catch (error) {
  console.log(`failed: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
