// The service for the third-party clients, on loopback: keys with everything, and one whose endpoint allowance is
// used up.

import { standInSlicer } from '../../testing/agent/stand-ins.ts'
import { openGenerationService } from '../../testing/engines/generation.ts'
import { cubeStl } from '../../testing/models/meshes.ts'
import type { TestAccount } from '../../testing/service/service.ts'

export const SECONDS = 1911

export type Farm = {
  readonly url: string
  /** Returns the key of a new account, whose allowances are enough for one scenario. */
  readonly newKey: () => Promise<string>
  readonly usedUpKey: string
  /** A cube of 60 mm, for quote_print. */
  readonly link: string
  readonly close: () => Promise<void>
}

export async function openFarm(): Promise<Farm> {
  const service = await openGenerationService({
    env: { DOWNLOAD_ALLOW_LOOPBACK: '1', QUOTE_ALLOWED_HOSTS: '127.0.0.1' },
  })
  const files = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(cubeStl({ sizeMm: 60 })),
  })
  const usedUp = await service.account()
  const { consume } = service.deps.rateCounters
  service.replace({
    slicer: standInSlicer().slicer,
    rateCounters: {
      consume: async (scope, subject, ...rest) =>
        scope === 'agent-endpoint' && subject.includes(usedUp.accountId)
          ? { allowed: false, retryAfterSeconds: SECONDS }
          : consume(scope, subject, ...rest),
    },
  })
  const worker = await service.service.startWorker()
  return {
    url: `${service.baseUrl}/api/mcp`,
    newKey: async () => keyOf(await service.account()),
    usedUpKey: keyOf(usedUp),
    link: `http://127.0.0.1:${files.port}/cube.stl`,
    close: async () => {
      await worker.stop()
      await files.stop(true)
      await service.close()
    },
  }
}

const keyOf = ({ headers }: TestAccount) =>
  new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? ''
