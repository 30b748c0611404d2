// The caller of the geometry core's jobs: a request is a visitor's until its credential is read, and other work is
// the service's.
import { expect, test } from 'bun:test'
import { accountIdOf } from '../../server/domain/base/caller.ts'
import type { ProcessorTime } from '../../server/domain/limits/processor-time.ts'
import {
  asCaller,
  currentCaller,
  notingCaller,
  sharedGeometry,
} from '../../server/wiring/geometry/geometry-callers.ts'
import { openGeometry } from '../../testing/models/geometry.ts'
import { cubeStl } from '../../testing/models/meshes.ts'

const account = {
  kind: 'account',
  accountId: accountIdOf('a1'),
  email: 'a@example.com',
  credential: 'session',
} as const

test('each request belongs to a visitor until its account is found', async () => {
  const authenticate = notingCaller(async (request) =>
    request.headers.has('authorization') ? account : null,
  )
  const seen = (headers: Record<string, string>, address: string) =>
    asCaller(
      () => address,
      async () => {
        await authenticate(new Request('http://localhost/', { headers }), ['api_key'])
        await Bun.sleep(1)
        return currentCaller()
      },
    )
  const found = await Promise.all([
    seen({}, '192.0.2.1'),
    seen({ authorization: 'Bearer x' }, '192.0.2.1'),
    seen({}, '192.0.2.2'),
  ])
  expect(found).toEqual([
    { kind: 'visitor', id: '192.0.2.1' },
    { kind: 'account', id: 'a1' },
    { kind: 'visitor', id: '192.0.2.2' },
  ])
  expect(currentCaller()).toBeNull()
})

test('a job is counted for its caller, and none starts when the budget is used up', async () => {
  const core = openGeometry()
  const spent: string[] = []
  let wait: number | null = null
  const time: ProcessorTime = {
    waitSeconds: () => wait,
    spend: async ({ kind, id }, ms) => {
      expect(ms).toBeGreaterThan(0)
      spent.push(`${kind} ${id}`)
    },
  }
  const { geometry, meshes } = sharedGeometry(core, time)
  const path = `${process.env['TMPDIR'] ?? '/tmp'}/callers-${process.pid}.stl`
  await Bun.write(path, cubeStl({ sizeMm: 10 }))
  const measure = () => geometry.measure({ source: { path }, format: 'stl' })
  const visiting = <T>(work: () => T) => asCaller(() => '192.0.2.1', work)
  try {
    expect((await measure()).kind).toBe('mesh')
    expect(spent).toEqual([])
    expect((await visiting(measure)).kind).toBe('mesh')
    expect(spent).toEqual(['visitor 192.0.2.1'])
    wait = 77
    const refused = { kind: 'busy', by: 'time', retryAfterSeconds: 77 } as const
    expect(await visiting(measure)).toEqual(refused)
    const picture = { sizePx: 100, view: 'iso' } as const
    expect(await visiting(() => meshes.draw({ source: { path }, format: 'stl', picture }))).toEqual(
      refused,
    )
    expect((await measure()).kind).toBe('mesh')
    expect(spent).toHaveLength(1)
  } finally {
    await Bun.file(path).delete()
    core.close()
  }
})
