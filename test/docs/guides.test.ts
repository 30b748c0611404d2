// Every sample of the guides is run against a live service, and prints what its guide says.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readGuides } from '../../server/pages/docs/guides.ts'
import { useService } from '../helpers/use.ts'
import { verifies } from '../helpers/verifies.ts'
import { installClient, type Place, runPrograms, runShell, stepsOf } from './run-samples.ts'

const root = join(import.meta.dir, '../..')
const client = join(root, 'client/typescript/src')
const service = useService()

const email = 'guides@example.com'
let place: Place = { folder: '', env: {} }
let endWorker: () => Promise<unknown> = async () => {}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-guides-'))
  await copyFile(join(root, 'server/pages/assets/samples/cube.stl'), join(folder, 'part.stl'))
  if (existsSync(client)) await installClient(folder, client)
  const { apiKey } = await service.account({ email })
  const made = await service.fetch('/api/account/extension-tokens', {
    method: 'POST',
    headers: { cookie: await service.signIn(email), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'guides' }),
  })
  const { token } = await made.json()
  const worker = await service.service.startWorker()
  endWorker = () => worker.stop()
  const env = {
    PATH: process.env['PATH'] ?? '',
    SVC_API_KEY: apiKey,
    SVC_TOKEN: token,
    STRIPE_WEBHOOK_SECRET: service.webhookSecret,
  }
  place = { folder, env }
})

afterAll(async () => {
  await endWorker()
  rmSync(place.folder, { recursive: true, force: true })
})

const guides = () => readGuides(service.baseUrl)

describe('the samples of the guides print what the guides say', () => {
  verifies('docs.samples-curl', async () => {
    const problems: string[] = []
    for (const guide of guides()) problems.push(...(await runShell(guide, place)))
    expect(problems).toEqual([])
  })

  test.skipIf(!existsSync(client))('in TypeScript', async () => {
    const command = [process.execPath, 'run']
    expect(await runPrograms('ts', guides(), { command, place })).toEqual([])
  })

  test('in as many languages as each guide offers', () => {
    for (const { name, markdown } of guides()) {
      const counts = (['ts', 'python'] as const).map((one) => stepsOf(markdown, one).length)
      expect([name, ...counts]).toEqual([name, counts[0] ?? 0, counts[0] ?? 0])
    }
  })
})
