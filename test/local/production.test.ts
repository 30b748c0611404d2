// A production start as a process of its own: it names what is not what a customer expects, and serves. Nothing outside is called.
import { afterAll, expect } from 'bun:test'
import { startFakeGcs } from '../helpers/fake-gcs.ts'
import { openRealServer } from '../helpers/real-server.ts'
import { use, useDatabase } from '../helpers/use.ts'
import { verifies } from '../helpers/verifies.ts'

const TEST_MS = 120_000
const gcs = startFakeGcs('farm-models')

const database = useDatabase({ poolSize: 1 })
const server = use(() =>
  openRealServer({
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      GCS_BUCKET: gcs.bucket,
      STORAGE_EMULATOR_HOST: `${gcs.url}/storage/v1`,
      GOOGLE_CLOUD_PROJECT: 'none',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Farm <orders@example.com>',
      AUTH_SECRET: 'a'.repeat(32),
      INTERNAL_KEY: 'b'.repeat(16),
    },
  }),
)
afterAll(() => gcs.stop(), TEST_MS)

verifies(
  'decision.production-parts',
  'the start warns of samples and rules, with what to set',
  async () => {
    await server.start()
    const lines = server.logs().filter(({ event }) => event === 'process.part_limited')
    expect(lines).toMatchObject([
      { level: 'warn', part: 'engines', state: 'samples' },
      { level: 'warn', part: 'textModeration', state: 'rules' },
      { level: 'warn', part: 'pictureModeration', state: 'refused' },
    ])
    expect(String(lines[0]?.message)).toContain('TRIPO_API_KEY')
    const ready = await fetch(`${server.baseUrl}/readyz`)
    const { parts } = await ready.json()
    expect(parts).toEqual({
      engines: 'samples',
      textModeration: 'rules',
      pictureModeration: 'refused',
    })
  },
  { timeout: TEST_MS },
)

verifies(
  'decision.node-env',
  'NODE_ENV=prod does not start at all',
  async () => {
    if (server.isRunning()) await server.kill9()
    const started = server.start({ NODE_ENV: 'prod' })
    await expect(started).rejects.toThrow('NODE_ENV must be development, test or production')
    expect(await server.exited()).toBe(1)
  },
  { timeout: TEST_MS },
)
