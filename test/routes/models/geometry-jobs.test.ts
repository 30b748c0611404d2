// A new file is read, repaired and judged once at each interface that shows several results of it.
import { beforeEach, expect, test } from 'bun:test'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { HOST, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const account = use(() => service.account())
const web = use(() => standInWeb(service.deps))
const jobs: string[] = []

function noting<Request extends object, Outcome>(
  name: string,
  run: (request: Request) => Promise<Outcome>,
) {
  return (request: Request) => {
    jobs.push(name)
    return run(request)
  }
}

beforeEach(() => {
  const { geometry, meshes } = service.deps
  jobs.length = 0
  service.replace({
    downloads: web.downloads,
    quoteAllowedHosts: [HOST],
    slicer: standInSlicer().slicer,
    geometry: { measure: noting('measure', geometry.measure) },
    meshes: {
      process: noting('process', meshes.process),
      estimate: noting('estimate', meshes.estimate),
      inspect: noting('inspect', meshes.inspect),
      draw: noting('draw', meshes.draw),
    },
  })
})

const formOf = (fields: Readonly<Record<string, string>>, name: string, sizeMm: number) => {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.set(field, value)
  body.set('file', new File([cubeStl({ sizeMm })], name))
  return { method: 'POST', body }
}

test('a check runs one job', async () => {
  const response = await service.fetch('/api/printability', formOf({}, 'checked.stl', 21))
  expect([response.status, jobs]).toEqual([200, ['inspect']])
})

test('a check by an agent runs one job with its picture', async () => {
  const model_url = web.publish('cube22.stl', cubeStl({ sizeMm: 22 }))
  const call = callTool(service, account, 'check_printability', { model_url }, {})
  const { pictures } = await resultOf(call)
  expect([pictures.length, jobs]).toEqual([1, ['inspect']])
})

test('a quote for an agent runs one job with its picture', async () => {
  const model_url = web.publish('cube23.stl', cubeStl({ sizeMm: 23 }))
  const { pictures } = await resultOf(callTool(service, account, 'quote_print', { model_url }, {}))
  expect([pictures.length, jobs]).toEqual([1, ['measure']])
})

test('the quote page runs one job for price, supports, faults and picture', async () => {
  const fields = { material: 'pla', color: 'Black', infill: '20', quantity: '1' }
  const response = await service.fetch('/quote', formOf(fields, 'paged.stl', 24))
  const html = await response.text()
  expect([response.status, html.includes('data:image/png;base64,'), jobs]).toEqual([
    200,
    true,
    ['inspect'],
  ])
})

const pageFields = { material: 'pla', color: 'Black', infill: '20', quantity: '1' }

function postedToPage(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const body = new FormData()
  for (const [field, value] of Object.entries(pageFields)) body.set(field, value)
  body.set('file', new File([bytes], name))
  return service.fetch('/quote', { method: 'POST', body })
}

test.each([
  ['is no mesh', 'noise.stl', () => new Uint8Array(84)],
  ['is too large', 'large.stl', () => cubeStl({ sizeMm: 900 })],
] as const)('a refused file that %s runs one job once', async (_, name, bytes) => {
  const first = await postedToPage(bytes(), name)
  expect([first.status, jobs]).toEqual([422, ['inspect']])
  jobs.length = 0
  const again = await postedToPage(bytes(), name)
  expect([again.status, jobs]).toEqual([422, []])
})

test('a page that is shown again runs an inspection, and stores nothing', async () => {
  const saved: string[] = []
  const { measurements } = service.deps
  await (await postedToPage(cubeStl({ sizeMm: 25 }), 'again.stl')).text()
  jobs.length = 0
  service.replace({
    measurements: { ...measurements, save: async ({ sha256 }) => void saved.push(sha256) },
  })
  const again = await postedToPage(cubeStl({ sizeMm: 25 }), 'again.stl')
  expect([again.status, jobs, saved]).toEqual([200, ['inspect'], []])
})

test.each(['timed_out', 'crashed'] as const)(
  'a page whose inspection has %s is priced without it',
  async (kind) => {
    service.replace({
      meshes: { ...service.deps.meshes, inspect: noting('inspect', async () => ({ kind })) },
    })
    const sizeMm = kind === 'crashed' ? 26 : 27
    const response = await postedToPage(cubeStl({ sizeMm }), 'slow.stl')
    expect([response.status, jobs]).toEqual([200, ['inspect', 'measure']])
  },
)

test.each(['queue', 'caller', 'time'] as const)(
  'a page whose core is busy by %s calls it once',
  async (by) => {
    const busy = { kind: 'busy', by, retryAfterSeconds: 30 } as const
    service.replace({
      meshes: { ...service.deps.meshes, inspect: noting('inspect', async () => busy) },
    })
    const response = await postedToPage(cubeStl({ sizeMm: 28 }), 'busy.stl')
    expect([response.status, jobs]).toEqual([by === 'time' ? 429 : 503, ['inspect']])
  },
)

test('a measured part is priced while the core is busy', async () => {
  await (await postedToPage(cubeStl({ sizeMm: 29 }), 'known.stl')).text()
  jobs.length = 0
  service.replace({
    meshes: {
      ...service.deps.meshes,
      inspect: noting('inspect', async () => ({ kind: 'busy', by: 'queue' }) as const),
    },
  })
  const again = await postedToPage(cubeStl({ sizeMm: 29 }), 'known.stl')
  expect([again.status, jobs]).toEqual([200, ['inspect']])
})

test('a sliced file named like a model has its price', async () => {
  const sliced = slicedArchive([gcode({ grams: '3', time: '1h' })])
  const first = await postedToPage(sliced, 'sliced.3mf')
  expect([first.status, jobs]).toEqual([200, ['inspect', 'measure']])
  jobs.length = 0
  const again = await postedToPage(sliced, 'sliced.3mf')
  expect([again.status, jobs]).toEqual([200, []])
})
