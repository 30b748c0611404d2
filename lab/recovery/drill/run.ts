// `npm run drill`: backs up a farm's database, loses the orders table, restores it to an earlier moment, and checks
// that no order and no money is missing. `-- --install` first installs missing programs. The exit code is 0 even if
// the programs are unavailable.
import { openDatabase } from '../../../server/db/core/connect.ts'
import { readCommandLine } from '../../../server/local/launcher/command-line.ts'
import { startStripeStandIn } from '../../../server/local/stripe/stand-in.ts'
import { openRealServer } from '../../../testing/service/real-server.ts'
import { installPrograms, missingPrograms, postgresFolder } from '../lib/programs.ts'
import { openArchivedPostgres } from './archived-postgres.ts'
import { rehearse } from './rehearse.ts'

const needed = [{ program: 'pgbackrest', aptPackage: 'pgbackrest' }]
const secretKey = 'sk_test_drill'
const webhookSecret = 'whsec_drill'

const { values } = readCommandLine('npm run drill -- [--install]', {
  options: { install: { type: 'boolean' } },
})
if (values.install) await installPrograms(needed, false)
const missing = missingPrograms(needed, false)
const programs = postgresFolder()
if (programs === null || missing.length > 0) {
  console.log(
    `Skipped: ${missing.join(', ')} is missing. "npm run drill -- --install" installs it.`,
  )
} else {
  const problems = await drill(programs)
  for (const problem of problems) console.log(`PROBLEM  ${problem}`)
  console.log(problems.length === 0 ? 'The drill passed.' : `${problems.length} problems.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

async function drill(folder: string): Promise<readonly string[]> {
  const closers: (() => Promise<void>)[] = []
  try {
    const postgres = await openArchivedPostgres(folder)
    closers.push(postgres.close)
    let offsetMs = 0
    const clock = { now: () => new Date(Date.now() + offsetMs) }
    const standIn = await startStripeStandIn({ secretKey, webhookSecret, clock })
    closers.push(standIn.close)
    const server = await openRealServer({
      env: {
        DATABASE_URL: postgres.url,
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_API_BASE: standIn.baseUrl,
        STRIPE_CALLS_PER_SECOND: '1000',
      },
    })
    closers.push(server.close)
    await standIn.control.webhooks({ url: `${server.baseUrl}/api/billing/webhook` })
    const database = openDatabase({ url: postgres.url, poolSize: 2 })
    closers.push(database.close)
    const setClock = (ms: number) => {
      offsetMs = ms
    }
    return await rehearse({ postgres, standIn, server, database, secretKey, setClock })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}
