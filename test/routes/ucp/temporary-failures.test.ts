// A temporary failure is reported as temporary, and never as an item that cannot be bought.
import { afterEach, expect, spyOn, test } from 'bun:test'
import type { DownloadRefusal, Downloads } from '../../../server/domain/models/downloads.ts'
import { HOST, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { createVisitor } from '../../../testing/people/visitor.ts'
import { createPlatform, itemOf } from '../../../testing/ucp/platform.ts'
import { violationsOf } from '../../../testing/ucp/shapes.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const platform = createPlatform(service)

const given = () => {
  const { downloads, objects, geometry } = service.deps
  return { downloads, objects, geometry }
}
let before: ReturnType<typeof given> | null = null
const replace = (deps: Partial<ReturnType<typeof given>>) => {
  before ??= given()
  service.replace(deps)
}
afterEach(() => {
  if (before !== null) service.replace(before)
})

const link = `https://${HOST}/part.stl`
const refusing = (reason: DownloadRefusal['reason']): Downloads => ({
  fetch: async () => ({ kind: 'refused', reason, message: 'Not now.', status: null }),
})

test.each(['timed_out', 'unreachable'] as const)(
  'a link that is %s may be sent again',
  async (reason) => {
    replace({ downloads: refusing(reason) })
    const { status, json } = await platform.create(itemOf(link))
    expect(violationsOf('error', json)).toEqual([])
    expect([status, json.messages.map(({ code, severity }) => [code, severity])]).toEqual([
      200,
      [['temporarily_unavailable', 'recoverable']],
    ])
    expect(json.messages[0]?.content).toMatch(/^Item 1: .+ Send it again later\.$/)
  },
)

test('an item that may be sent again is not reported as one that cannot be bought', async () => {
  const web = standInWeb(service.deps)
  const item = web.publish('served.stl', cubeStl({ sizeMm: 20 }))
  const { fetch: refuse } = refusing('unreachable')
  replace({
    downloads: {
      fetch: (request) => (request.url === link ? refuse : web.downloads.fetch)(request),
    },
  })
  const { json } = await platform.create({
    line_items: [item, link].map((id) => ({ item: { id }, quantity: 1 })),
  })
  expect(json.messages).toContainEqual(
    expect.objectContaining({
      code: 'temporarily_unavailable',
      content: expect.stringMatching(/Not in this checkout: .* Send it again later\.$/),
    }),
  )
  const page = await createVisitor(service).get(`/ucp/continue/${json.id}`)
  expect(page.html).toContain('They are not included:')
  expect(page.html).toContain('try again later')
  expect(page.html).not.toContain('cannot be bought')
})

test('a link that can never be used stays unrecoverable', async () => {
  replace({ downloads: refusing('not_a_file') })
  const { json } = await platform.create(itemOf(link))
  expect(json.messages.map(({ code, severity }) => [code, severity])).toEqual([
    ['item_unavailable', 'unrecoverable'],
  ])
})

verifies(
  'ucp.temporary',
  'a request that exceeds its time limit ends with an outcome, and changes nothing',
  async () => {
    const web = standInWeb(service.deps)
    replace({ downloads: web.downloads })
    const item = web.publish('quick.stl', cubeStl({ sizeMm: 20 }))
    const { json: session } = await platform.create(itemOf(item))

    // By the contract of the port, a download rejects when the signal of its caller is aborted.
    replace({
      downloads: {
        fetch: async ({ signal }) => {
          signal?.throwIfAborted()
          throw new Error('the time limit was not passed on')
        },
      },
    })
    const over = AbortSignal.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    const { timeout } = AbortSignal
    const timer = spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === 120_000 ? over : timeout.call(AbortSignal, ms),
    )
    try {
      const { status, json } = await platform.create(itemOf(link))
      expect(violationsOf('error', json)).toEqual([])
      expect([status, json.messages.map(({ code, severity }) => [code, severity])]).toEqual([
        200,
        [['temporarily_unavailable', 'recoverable']],
      ])
      const updated = await platform.update(session.id, itemOf(link))
      expect(violationsOf('checkout', updated.json)).toEqual([])
      expect([updated.status, updated.json.line_items]).toEqual([200, session.line_items])
      expect(updated.json.messages.map(({ code }) => code)).toContain('temporarily_unavailable')
    } finally {
      timer.mockRestore()
    }
  },
)

test('used-up processor time is a 429 that says when to retry', async () => {
  const web = standInWeb(service.deps)
  const busy = { kind: 'busy', by: 'time', retryAfterSeconds: 1234 } as const
  replace({ downloads: web.downloads, geometry: { measure: async () => busy } })
  const { status, headers } = await platform.create(
    itemOf(web.publish('slow.stl', cubeStl({ sizeMm: 23 }))),
  )
  expect([status, headers.get('retry-after')]).toEqual([429, '1234'])
})

verifies(
  'ucp.temporary',
  'a file that temporarily cannot be stored is a failure of the service',
  async () => {
    const web = standInWeb(service.deps)
    const putFile = () => Promise.reject(new Error('storage is down'))
    replace({ downloads: web.downloads, objects: { ...service.deps.objects, putFile } })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = itemOf(web.publish('unstored.stl', cubeStl({ sizeMm: 24 })))
    const { status, headers } = await platform.create(body, key)
    expect([status, headers.get('x-error-code')]).toEqual([502, 'storage_failed'])
    if (before !== null) service.replace({ objects: before.objects })
    expect((await platform.create(body, key)).status).toBe(201)
  },
)
