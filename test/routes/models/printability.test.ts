// POST /api/printability: verdicts on files and stored models, with and without an account, and its limits.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type {
  GeometryFailure,
  ProcessReport,
} from '../../../server/domain/measurement/processing.ts'
import {
  binaryStl,
  box,
  cube3mf,
  cubeGlb,
  cubeStl,
  type Vec3,
  withoutTriangles,
} from '../../../testing/models/meshes.ts'
import { cubePrintability } from '../../../testing/models/printability.ts'
import { openAccountApp } from '../../../testing/people/account-app.ts'
import { refusal } from '../../../testing/people/submit.ts'
import {
  cubeObj,
  signInWithKey,
  upload,
  uploaded,
} from '../../../testing/slicer/scripted-slicer.ts'
import { closing, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
let countAgain: () => void
beforeAll(async () => {
  // All requests here come from one address; the limits have a separate test.
  countAgain = service.replace({ rateCounters: { consume: async () => ({ allowed: true }) } })
})
afterAll(() => countAgain())

type Bytes = Uint8Array<ArrayBuffer> | string
const CUBE = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 20 }) }

function check(
  file: { name: string; bytes: Bytes } | null,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  if (file !== null) body.set('file', new Blob([file.bytes]), file.name)
  return service.fetch('/api/printability', { method: 'POST', headers, body })
}

function checkStored(body: unknown, cookie?: string) {
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return service.fetch('/api/printability', { method: 'POST', headers, body: text })
}

const noFilesLeft = () => expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])

test('a caller that disconnects ends the check', async () => {
  const caller = new AbortController()
  const asked = Promise.withResolvers<AbortSignal | undefined>()
  service.replace({
    meshes: {
      inspect: ({ signal }) => {
        asked.resolve(signal)
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
        })
      },
    },
  })
  const body = new FormData()
  body.set('file', new Blob([CUBE.bytes]), CUBE.name)
  const init = { method: 'POST', body, signal: caller.signal }
  const response = service.fetch('/api/printability', init)
  const inspectSignal = await asked.promise
  expect(inspectSignal?.aborted).toBe(false)
  caller.abort()
  expect(inspectSignal?.aborted).toBe(true)
  expect((await response).status).toBe(503)
  noFilesLeft()
})

verifies(['decision.printability.answer', 'decision.printability.anonymous'], async () => {
  const response = await check(CUBE)
  expect(response.status).toBe(200)
  // A cube of 20 mm, standing on a face: 8 cm3, without overhangs.
  expect(await response.json()).toEqual({
    printability: cubePrintability,
    printStatus: 'ready',
    printDetail: 'The model can be printed as it is.',
    printabilityScore: 95,
    issues: [],
    recommendations: [],
    unit: 'mm',
    places: [],
    received: {
      triangles: 12,
      boundaryEdges: 0,
      nonManifoldEdges: 0,
      components: 1,
      watertight: true,
      volumeCm3: 8,
    },
    repaired: nothing,
    // Opposite faces are 20 mm apart; walls above 10 mm are not measured.
    minWallMm: null,
    wallsMeasured: 'all',
    thinWalls: [],
  })
  noFilesLeft()
})

const nothing = {
  weldedVertices: 0,
  removedDegenerates: 0,
  removedDuplicates: 0,
  removedLoose: 0,
  flippedFaces: 0,
  filledHoles: 0,
  remainingBoundaryEdges: 0,
}

verifies(['decision.printability.received', 'decision.printability.repaired'], async () => {
  const cube = box([20, 20, 20])
  const { positions, triangles } = cube
  const open = withoutTriangles(cube, 0)
  const twice = { positions, triangles: [...triangles, ...triangles.slice(0, 1)] }
  const inwards = { positions, triangles: triangles.map(([a, b, c]): Vec3 => [a, c, b]) }
  const cases = [
    // One triangle is missing: its three edges are open, and the surface encloses no volume.
    [
      open,
      { triangles: 11, boundaryEdges: 3, watertight: false, volumeCm3: null },
      { filledHoles: 1 },
    ],
    // One triangle is duplicated: its three edges have three triangles.
    [
      twice,
      { triangles: 13, nonManifoldEdges: 3, watertight: false, volumeCm3: null },
      { removedDuplicates: 1 },
    ],
    // The mesh is inside out: the volume is negative, and all 12 triangles are flipped.
    [inwards, { volumeCm3: -8 }, { flippedFaces: 12 }],
  ] as const
  for (const [mesh, received, repaired] of cases) {
    const response = await check({ name: 'part.stl', bytes: binaryStl(mesh) })
    expect(await response.json()).toMatchObject({
      received: { components: 1, ...received },
      repaired: { ...nothing, ...repaired },
      // After the repair the mesh is the complete cube.
      printability: { watertight: true, volumeCm3: 8, triangles: 12 },
    })
  }
})

verifies('decision.printability.walls', async () => {
  const [plate, sheet] = await Promise.all(
    [2, 0.5].map(async (thickness) => {
      const bytes = binaryStl(box([60, 40, thickness]))
      return (await check({ name: 'plate.stl', bytes })).json()
    }),
  )
  expect(plate.minWallMm).toBeCloseTo(2, 1)
  expect(plate.thinWalls).toEqual([])
  expect(sheet.minWallMm).toBeCloseTo(0.5, 1)
  // Its top and its bottom, of 60 x 40 mm each.
  expect(sheet.thinWalls).toHaveLength(2)
  for (const { at, thicknessMm, areaMm2 } of sheet.thinWalls) {
    expect(thicknessMm).toBeCloseTo(0.5, 1)
    expect(Math.abs(areaMm2 / 2400 - 1)).toBeLessThan(0.05)
    expect([0, 0.5]).toContain(at[2])
  }
})

test.each([
  ['cube.STL', CUBE.bytes],
  ['cube.obj', cubeObj({ sizeMm: 20 })],
  ['cube.glb', cubeGlb({ sizeMm: 20 })],
  ['cube.3mf', cube3mf({ sizeMm: 20 })],
] as const)('%s is read', async (name, bytes) => {
  const { printability } = await (await check({ name, bytes })).json()
  expect(printability.volumeCm3).toBeCloseTo(8, 3)
})

test('an open mesh is repaired and reported, and a sheet is not printable', async () => {
  const open = withoutTriangles(box([20, 20, 20]), 0)
  const repaired = await (await check({ name: 'open.stl', bytes: binaryStl(open) })).json()
  expect(repaired).toMatchObject({ printStatus: 'repaired', printabilityScore: 85 })
  const thin = binaryStl(box([20, 20, 0.5]))
  const sheet = await (await check({ name: 'thin.stl', bytes: thin })).json()
  // 0.8 / 0.5 = 1.6.
  expect(sheet).toMatchObject({
    printStatus: 'needs-redesign',
    printDetail: 'The model is thinner than can be printed.',
    printabilityScore: 45,
    issues: ['The smallest dimension is 0.5 mm; 0.8 mm is the least that can be printed.'],
    recommendations: ['Scale the model up by at least 1.6 times or thicken it.'],
  })
})

test.each([
  [330, true, '96.9'],
  [400, false, '80'],
] as const)('a cube of %p mm gets the advice to scale it', async (sizeMm, fitsPlate, percent) => {
  const response = await check({ name: 'cube.stl', bytes: cubeStl({ sizeMm }) })
  const body = await response.json()
  const advice = `Scale it to ${percent}% or less, or split it.`
  expect(body).toMatchObject({
    printability: { fitsPlate },
    printDetail: `The model needs no repair, but as it is it does not fit the 340 x 320 x 340 mm build volume. ${advice}`,
    issues: [`It is ${sizeMm} x ${sizeMm} x ${sizeMm} mm; the build volume is 340 x 320 x 340 mm.`],
  })
  expect(body.recommendations.filter((told: string) => told.includes('Scale'))).toEqual([advice])
  // 340 x 320 x 340 fits in every orientation.
  const fits = binaryStl(box([320, 340, 340]))
  expect((await (await check({ name: 'fits.stl', bytes: fits })).json()).issues).toEqual([])
})

test('numbers are rounded to the hundredth of a millimeter, and are never minus zero', async () => {
  const bytes = binaryStl(box([20.123456, 10.555, 30.001]))
  const { printability } = await (await check({ name: 'odd.stl', bytes })).json()
  expect(printability.dimensionsMm.toSorted()).toEqual([10.56, 20.12, 30])
  expect(printability.minFeatureMm).toBe(10.56)
  const message = 'A hole was closed at (1.69, -0, 0.42) mm, -0.5 mm from (-0, 7-0, -0) mm.'
  const issue = { code: 'hole_closed', message, at: null, sizeMm: null }
  judgeAs({ issues: [issue] })
  const body = await (await check(CUBE)).json()
  expect(body.issues).toEqual([
    'A hole was closed at (1.69, 0, 0.42) mm, -0.5 mm from (0, 7-0, 0) mm.',
  ])
})

test('the units of the form are used', async () => {
  const response = await check({ name: 'inch.stl', bytes: cubeStl({ sizeMm: 1 }) }, { units: 'in' })
  const { printability } = await response.json()
  for (const side of printability.dimensionsMm) expect(side).toBeCloseTo(25.4, 3)
})

verifies('decision.printability.inputs', async () => {
  const { cookie, headers } = await signInWithKey(service, 'checks@example.com')
  const { modelUrl } = await uploaded(upload(service, cookie, CUBE))
  const response = await checkStored({ modelUrl }, cookie)
  expect(response.status).toBe(200)
  expect((await response.json()).printability.volumeCm3).toBeCloseTo(8, 3)
  expect((await check(CUBE, {}, { cookie })).status).toBe(200)
  // An API key does not replace a session here.
  const keyed = { ...headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ modelUrl })
  const request = service.fetch('/api/printability', { method: 'POST', headers: keyed, body })
  expect(await refusal(request)).toEqual([401, 'Authentication required'])

  const stranger = await service.signIn('no-checks@example.com')
  const foreign = 'That model does not belong to this account.'
  expect(await refusal(checkStored({ modelUrl }, stranger))).toEqual([403, foreign])
  expect(await refusal(checkStored({ modelUrl }))).toEqual([401, 'Authentication required'])
  noFilesLeft()
})

test.each([
  [{}, 400, 'modelUrl required'],
  [{ modelUrl: ' ' }, 400, 'modelUrl required'],
  [{ modelUrl: 7 }, 400, 'modelUrl: must be a string'],
  [[], 400, 'modelUrl required'],
  ['null', 400, 'The body must be a JSON object with modelUrl.'],
  ['{', 400, 'invalid json body'],
  [
    { modelUrl: 'https://example.com/a.stl' },
    400,
    'modelUrl must be a model stored by the service.',
  ],
] as const)('%p is refused: %p %p', async (body, status, error) => {
  const cookie = await service.signIn('wrong@example.com')
  expect(await refusal(checkStored(body, cookie))).toEqual([status, error])
})

const unsupported = 'Unsupported file. Send an STL, OBJ, GLB, glTF or 3MF model that is not sliced.'
test.each([
  [null, {}, 400, 'No file provided.'],
  [{ name: 'a.stl', bytes: '' }, {}, 400, 'The file is empty.'],
  [{ name: 'a.step', bytes: 'x' }, {}, 415, unsupported],
  [{ name: 'a.gcode', bytes: 'x' }, {}, 415, unsupported],
  [{ name: 'a.gcode.3mf', bytes: 'x' }, {}, 415, unsupported],
  [CUBE, { units: 'ft' }, 400, 'Invalid units. One of: mm, cm, m, in'],
] as const)('form %# is refused', async (file, fields, status, error) => {
  expect(await refusal(check(file, fields))).toEqual([status, error])
  noFilesLeft()
})

test('a file that is not a mesh is refused with the reason', async () => {
  const [status, error] = await refusal(check({ name: 'a.stl', bytes: 'solid nothing' }))
  expect(status).toBe(422)
  expect(error).toStartWith("We couldn't read a printable mesh from that file. ")
})

test('a file of more than 25 MB is refused', async () => {
  const bytes = new Uint8Array(25 * 1024 * 1024 + 1)
  const refused = await refusal(check({ name: 'large.stl', bytes }))
  expect(refused).toEqual([413, 'File too large (max 25MB).'])
  noFilesLeft()
})

test.each([
  [{ kind: 'busy' }, 503],
  [{ kind: 'timed_out' }, 422],
  [{ kind: 'crashed' }, 422],
] as const satisfies readonly (readonly [GeometryFailure, number])[])(
  'a core that returns %p makes it %p',
  async (outcome, status) => {
    service.replace({ meshes: { process: async () => outcome, inspect: async () => outcome } })
    const response = await check(CUBE)
    expect(response.status).toBe(status)
    expect(response.headers.has('retry-after')).toBe(status === 503)
    noFilesLeft()
  },
)

test('the location of an issue is returned next to the lists', async () => {
  const hole = { code: 'hole', message: 'There is a hole.', at: [1, 2, 3], sizeMm: 4 } as const
  const vague = { code: 'vague', message: 'It is odd.', at: null, sizeMm: null }
  judgeAs({ issues: [hole, vague], recommendations: [] })
  const body = await (await check(CUBE)).json()
  expect(body.issues).toEqual(['There is a hole.', 'It is odd.'])
  expect(body.places).toEqual([{ about: 'There is a hole.', at: [1, 2, 3], sizeMm: 4 }])
})

/** Replaces the verdict of the core on every part. */
function judgeAs(verdict: Partial<ProcessReport>): void {
  const { inspect } = service.deps.meshes
  service.replace({
    meshes: {
      inspect: async (request) => {
        const outcome = await inspect(request)
        if (outcome.kind !== 'inspected' || outcome.verdict === undefined) return outcome
        return { ...outcome, verdict: { ...outcome.verdict, ...verdict } }
      },
    },
  })
}

verifies(
  ['limits.enforced.printability-anonymous', 'limits.enforced.printability-signed-in'],
  async () => {
    await using app = closing(
      await openAccountApp({
        clientAddress: ({ headers }) => headers.get('x-test-address') ?? 'none',
      }),
    )
    const { cookie } = await app.newPerson()
    const ask = (headers: Record<string, string>) =>
      app.send('/api/printability', { method: 'POST', headers, body: new FormData() })
    const statuses = async (headers: Record<string, string>, times: number) => {
      const all: number[] = []
      for (let sent = 0; sent < times; sent += 1) all.push((await ask(headers)).status)
      return all
    }
    const here = { 'x-test-address': '192.0.2.7' }
    expect(await statuses(here, 13)).toEqual([...Array(12).fill(400), 429])
    expect(await statuses({ 'x-test-address': '192.0.2.8' }, 1)).toEqual([400])
    expect(await statuses({ ...here, cookie }, 61)).toEqual([...Array(60).fill(400), 429])
    const refused = await ask({ ...here, cookie })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toEqual({
      error: 'Generation limit reached. Please try again later.',
    })
  },
)

test('a check whose walls take too long keeps its verdict and reports this', async () => {
  const { process } = service.deps.meshes
  for (const [kind, reason] of [
    ['timed_out', 'that took too long'],
    ['crashed', 'that needed too much memory'],
  ] as const) {
    const again = service.replace({
      meshes: { ...service.deps.meshes, process, inspect: async () => ({ kind }) },
    })
    try {
      const response = await check(CUBE)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({
        printStatus: 'ready',
        wallsMeasured: 'none',
        received: null,
        minWallMm: null,
        thinWalls: [],
        recommendations: [`Its walls were not measured, because ${reason}: some may be thin.`],
      })
    } finally {
      again()
    }
  }
})

test('a caller without processing time left is told to wait', async () => {
  const busy = { kind: 'busy', by: 'time', retryAfterSeconds: 1234 } as const
  const again = service.replace({
    meshes: { process: async () => busy, inspect: async () => busy },
  })
  try {
    const response = await check(CUBE)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1234'])
    expect((await response.json()).error).toStartWith('Your files have taken all the processing')
  } finally {
    again()
  }
})
