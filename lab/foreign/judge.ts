// `npm run judge`: the slow third-party judges, which take minutes. The others are in test/system/foreign (`npm run
// test:system`), and run where their programs are installed.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { DownloadedFile } from '../../server/domain/models/downloads.ts'
import { cubeStl } from '../../testing/models/meshes.ts'
import { jsonPost } from '../../testing/service/requests.ts'
import { OPERATOR_EMAIL, type TestService } from '../../testing/service/service.ts'
import { use, useService } from '../../testing/use.ts'
import { startProxy } from './haproxy.ts'
import { foreign, pathOrSkip } from './places.ts'
import { runSchemathesis } from './schemathesis.ts'
import { runSlowClients, type SlowKind } from './slow-clients.ts'

const schemathesis = pathOrSkip(foreign.schemathesis)
const slow = pathOrSkip(foreign.slowhttptest)
const haproxy = pathOrSkip(foreign.haproxy)

const casesEach = Number(process.env['JUDGE_CASES'] ?? 10)
const maxSeconds = 600

describe.skipIf(schemathesis === null)('schemathesis on /openapi.json', () => {
  const service = useService({ env: { OPERATOR_SECOND_FACTOR: 'optional' } })
  const credentials: Record<string, Readonly<Record<string, string>>> = { none: {} }
  beforeAll(async () => {
    service.replace({
      // With limits, most responses would be 429, and no code behind the limits would run.
      rateCounters: { consume: async () => ({ allowed: true }) },
      // Links in the examples of the document lead outside this machine.
      downloads: { fetch: () => downloadCube(service) },
    })
    credentials['key'] = (await service.account()).headers
    credentials['session'] = {
      cookie: await service.signIn('buyer@example.com'),
      origin: service.baseUrl,
    }
    credentials['operator'] = {
      cookie: await service.signIn(OPERATOR_EMAIL),
      origin: service.baseUrl,
    }
  })

  test.each(['none', 'key', 'session', 'operator'])(
    'with credentials: %s',
    async (name) => {
      const { code, output } = await runSchemathesis({
        program: schemathesis ?? '',
        baseUrl: service.baseUrl,
        headers: credentials[name] ?? {},
        casesEach,
        maxSeconds,
      })
      console.log(`${name}\n${output}`)
      expect(code).toBe(0)
    },
    (maxSeconds + 30) * 1000,
  )
})

describe.skipIf(slow === null || haproxy === null)('slowhttptest', () => {
  const service = useService()
  const proxy = use(() => startProxy(haproxy ?? '', Number(new URL(service.baseUrl).port)))
  const price = jsonPost({ bboxMm: { x: 40, y: 30, z: 20 }, material: 'petg' })

  test.each(['headers', 'body', 'read'] satisfies SlowKind[])(
    'other visitors are served while 500 connections are slow: %s',
    async (kind) => {
      const target = `http://127.0.0.1:${proxy.port}`
      let isOver = false
      const attack = runSlowClients(slow ?? '', {
        kind,
        url: target,
        connections: 500,
        seconds: 15,
      })
      const ended = attack.finally(() => {
        isOver = true
      })
      const statuses = new Map<number, number>()
      while (!isOver) {
        const { status } = await fetch(`${target}/api/price`, price)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        await Bun.sleep(100)
      }
      console.log(`${kind}: ${JSON.stringify([...statuses])}\n${await ended}`)
      expect([...statuses.keys()]).toEqual([200])
    },
    120_000,
  )
})

async function downloadCube({ deps }: Pick<TestService, 'deps'>): Promise<DownloadedFile> {
  const bytes = cubeStl({ sizeMm: 20 })
  const path = deps.temporaryFiles.path()
  await Bun.write(path, bytes)
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const file = { path, fileName: 'part.stl', sizeBytes: bytes.byteLength, sha256 }
  return { kind: 'downloaded', file, contentType: 'model/stl' }
}
