// Every sample of the guides runs against a live service, and prints the output in its guide.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tools } from '../../client/python/generator/tools.ts'
import { createExtensionToken } from '../../server/domain/accounts/extension-tokens.ts'
import { readGuides } from '../../server/pages/docs/guides.ts'
import { use, useService } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'
import {
  installCli,
  installClient,
  runPrograms,
  runShell,
  type SampleEnvironment,
  stepsOf,
} from './run-samples.ts'

const root = join(import.meta.dir, '../..')
const operations = join(root, 'docs/operations.md')
const pythonPath = join(root, 'client/python/src')
const service = useService()

/** A reader with an account, a key and a model, while a worker runs. */
const place: SampleEnvironment = use(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-guides-'))
  await copyFile(join(root, 'server/pages/assets/samples/cube.stl'), join(folder, 'part.stl'))
  await installClient(folder, join(root, 'client/typescript/src'))
  await installCli(folder, join(root, 'client/cli/src/main.ts'))
  const { apiKey, accountId, email } = await service.account()
  const caller = { kind: 'account', accountId, email, credential: 'session' } as const
  const made = await createExtensionToken(service.deps, caller, { name: 'guides' })
  if (!made.ok) throw new Error('no token was made')
  const worker = await service.service.startWorker()
  return {
    folder,
    env: {
      PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      SVC_URL: service.baseUrl,
      PYTHONPATH: pythonPath,
      SVC_API_KEY: apiKey,
      SVC_TOKEN: made.value.token,
      STRIPE_WEBHOOK_SECRET: service.webhookSecret,
    },
    close: async () => {
      await worker.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})

const guides = () => readGuides(service.baseUrl)

describe('the samples of the guides print the output in the guides', () => {
  verifies('docs.samples-typescript', async () => {
    const command = [process.execPath, 'run']
    expect(await runPrograms('ts', guides(), { command, place })).toEqual([])
  })

  verifies(
    'docs.samples-python',
    async () => {
      const command = [tools.program('python')]
      expect(await runPrograms('python', guides(), { command, place })).toEqual([])
    },
    { skipIf: !tools.isInstalled() },
  )

  test('on the command line', async () => {
    const problems: string[] = []
    for (const guide of guides()) problems.push(...(await runShell(guide, place, 'svc')))
    expect(problems).toEqual([])
  })

  // Last, because the guide on limits uses up an allowance.
  verifies('docs.samples-curl', async () => {
    const problems: string[] = []
    for (const guide of guides()) problems.push(...(await runShell(guide, place)))
    expect(problems).toEqual([])
  })

  test('the samples for operators who connect Stripe print their output as well', async () => {
    const [, section = ''] = readFileSync(operations, 'utf8').split('## Connect Stripe')
    const [stripe = ''] = section.split('\n## ')
    const markdown = stripe.replaceAll('http://localhost:3000', service.baseUrl)
    expect(stepsOf(markdown, 'sh').length).toBe(2)
    expect(await runShell({ name: 'operations', markdown }, place)).toEqual([])
  })

  test('in as many languages as each guide offers', () => {
    for (const { name, markdown } of guides()) {
      const counts = (['ts', 'python'] as const).map((one) => stepsOf(markdown, one).length)
      expect([name, ...counts]).toEqual([name, counts[0] ?? 0, counts[0] ?? 0])
    }
  })
})
