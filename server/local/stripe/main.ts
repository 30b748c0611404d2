// Runs the stand-in as a separate process, for tests that kill it or the server that uses it. Environment: STRIPE_SECRET_KEY,
// STRIPE_WEBHOOK_SECRET, PORT, STATE_FILE, WEBHOOK_URL, WEBHOOK_EVENTS (comma-separated types; defaults to all). Prints one JSON line
// `{"baseUrl": ...}` when it listens. Ends on SIGTERM and SIGINT.
import { startStripeStandIn } from './stand-in.ts'

const { env } = Bun
const standIn = await startStripeStandIn({
  secretKey: mustReadSetting('STRIPE_SECRET_KEY'),
  webhookSecret: mustReadSetting('STRIPE_WEBHOOK_SECRET'),
  port: Number(env['PORT'] ?? 0),
  ...(env['STATE_FILE'] ? { stateFile: env['STATE_FILE'] } : {}),
  ...(env['WEBHOOK_URL'] ? { webhookUrl: env['WEBHOOK_URL'] } : {}),
  ...(env['WEBHOOK_EVENTS'] ? { webhookEvents: env['WEBHOOK_EVENTS'].split(',') } : {}),
})
console.log(JSON.stringify({ baseUrl: standIn.baseUrl }))

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await standIn.close()
    process.exit(0)
  })
}

function mustReadSetting(name: string): string {
  const value = env[name]
  if (value) return value
  console.error(`${name} is not set.`)
  process.exit(1)
}
