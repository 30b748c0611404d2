// check_printability: its results for a mesh behind a link, its refusals, and that it stores nothing.
import { beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { standInWeb } from '../../../testing/agent/stand-ins.ts'
import {
  binaryStl,
  box,
  cubeGlb,
  cubeStl,
  cup,
  withoutTriangles,
} from '../../../testing/models/meshes.ts'
import { openTestService } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const web = use(() => standInWeb(service.deps))
beforeAll(async () => {
  service.replace({ downloads: web.downloads })
})

const check = (model_url: unknown) => callTool(service, null, 'check_printability', { model_url })
const obj = 'v 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n'

verifies('mcp.tool.check-printability', async () => {
  const { fields, text } = await resultOf(check(web.publish('cube.stl', cubeStl({ sizeMm: 20 }))))
  expect(fields).toEqual({
    file_name: 'cube.stl',
    print_status: 'ready',
    score: 95,
    detail: expect.any(String),
    issues: [],
    recommendations: expect.any(Array),
    dimensions_mm: [20, 20, 20],
    unit: 'mm',
    volume_cm3: 8,
    watertight: true,
    open_edges: 0,
    non_manifold_edges: 0,
    triangles: 12,
    min_feature_mm: 20,
    max_overhang_deg: expect.any(Number),
    fits_plate: true,
  })
  expect(text).toStartWith('The mesh: ready, score 95.')
  expect(text).toEndWith('The file is named "cube.stl".')
  // Nothing is stored: no file, no model, no measurement, no quote.
  expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
  for (const table of ['models', 'measurements', 'quotes'] as const) {
    expect(await service.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect(web.asked.at(-1)).toMatchObject({
    hosts: null,
    maxBytes: 25 * 1024 * 1024,
    timeoutMs: 60_000,
  })
})

test('an implausible size leads to a question', async () => {
  // 6 mm: 6 cm is 60 mm, 6 in is 152.4 mm.
  const { text } = await resultOf(check(web.publish('knob.stl', cubeStl({ sizeMm: 6 }))))
  expect(text).toContain(
    'Did you mean inches? At the end of model_url, #units=in makes it 152.4 x 152.4 x 152.4 mm, #units=cm makes it 60 x 60 x 60 mm.',
  )
  const plausible = await resultOf(check(web.publish('knob-2.stl', cubeStl({ sizeMm: 20 }))))
  expect(plausible.text).not.toContain('Did you mean')
  const stated = `${web.publish('knob-3.stl', cubeStl({ sizeMm: 6 }))}#units=mm`
  expect((await resultOf(check(stated))).text).not.toContain('Did you mean')
})

test('an open box is repaired, and a box without half its faces is reported as not printable', async () => {
  const open = withoutTriangles(box([20, 20, 20]), 0, 1)
  const { fields } = await resultOf(check(web.publish('open.stl', binaryStl(open))))
  expect(fields).toMatchObject({ print_status: 'repaired', score: 85, watertight: true })
  expect(Number(fields['volume_cm3'])).toBeCloseTo(8, 1)
  const half = withoutTriangles(box([20, 20, 20]), 0, 1, 4, 5, 8, 9)
  const broken = await resultOf(check(web.publish('half.stl', binaryStl(half))))
  expect(broken.fields).toMatchObject({ print_status: 'needs-redesign' })
  expect(broken.text).not.toContain('can be printed as it is')
})

verifies(
  'decision.nothing-prints.printability',
  'the tool reports a part that is too thin',
  async () => {
    const url = web.publish('thin-cup.stl', binaryStl(cup(80, 0.1)))
    const { fields } = await resultOf(check(url))
    expect(fields).toMatchObject({ print_status: 'needs-redesign', score: 45 })
    expect(fields['issues']).toEqual([
      expect.stringMatching(/^Most of the model is too thin to print: about 0\.100 mm/),
    ])
  },
)

verifies('mcp.tool.check-printability.model-url', async () => {
  expect((await resultOf(check(web.publish('a.OBJ', obj)))).fields).toMatchObject({
    file_name: 'a.OBJ',
    dimensions_mm: [10, 10, 10],
  })
  expect(
    (await resultOf(check(web.publish('a.glb', cubeGlb({ sizeMm: 20 }))))).fields,
  ).toMatchObject({ dimensions_mm: [20, 20, 20], unit: 'm' })
  for (const name of ['a.3mf', 'a.gcode', 'a.zip', 'a', 'a.stl.html']) {
    expect(await refusalOf(check(web.publish(name, obj)))).toContain('.stl, .obj, .glb and .gltf')
  }
  expect(await refusalOf(check(web.publish('b.stl', 'no mesh')))).toContain('No mesh could be read')
  for (const url of [undefined, 7, 'x'.repeat(2049)]) {
    expect(await refusalOf(check(url))).toContain('model_url')
  }
})

test('a stored model is directed to the tools that accept it', async () => {
  const said = await refusalOf(check('gs://models/models/abc.glb'))
  expect(said).toContain('get_generation has the verdict')
  expect(said).toContain('quote_print takes its gs:// address')
})

test('a model too large for an order is not called printable', async () => {
  const { fields, text } = await resultOf(check(web.publish('c.stl', cubeStl({ sizeMm: 330 }))))
  expect(fields).toMatchObject({
    fits_plate: true,
    issues: ['It is 330 x 330 x 330 mm; the build volume is 340 x 320 x 340 mm.'],
    // 320 / 330 = 0.9697
    recommendations: expect.arrayContaining(['Scale it to 96.9% or less, or split it.']),
  })
  expect(text).not.toContain('can be printed as it is')
})

verifies('mcp.tool.check-printability.viewer-page', async () => {
  // Uses the real downloader, with a server of this test as the web.
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/good.stl') return new Response(cubeStl({ sizeMm: 20 }))
      if (pathname === '/private.stl') return new Response('sign in', { status: 401 })
      if (pathname === '/large.stl') return new Response(new Uint8Array(26 * 1024 * 1024))
      if (pathname === '/login.stl') return Response.redirect('/view.stl', 302)
      return new Response('<!doctype html><title>Viewer</title>', {
        headers: { 'content-type': 'text/html' },
      })
    },
  })
  const real = await openTestService({ env: { DOWNLOAD_ALLOW_LOOPBACK: '1' } })
  try {
    const ask = (path: string) =>
      callTool(real, null, 'check_printability', {
        model_url: `http://127.0.0.1:${server.port}${path}`,
      })
    expect((await resultOf(ask('/good.stl'))).fields).toMatchObject({ print_status: 'ready' })
    expect(await refusalOf(ask('/view.stl'))).toContain('web page, not a file')
    expect(await refusalOf(ask('/login.stl'))).toContain('web page, not a file')
    expect(await refusalOf(ask('/private.stl'))).toContain('without signing in')
    expect(await refusalOf(ask('/large.stl'))).toContain('larger than 25 MB')
    expect(readdirSync(join(real.stateDir, 'uploads'))).toEqual([])
  } finally {
    await server.stop(true)
    await real.close()
  }
})

test('a link is fetched on behalf of the calling address, or of its account', async () => {
  const model_url = web.publish('cube.stl', cubeStl({ sizeMm: 20 }))
  await resultOf(callTool(service, null, 'check_printability', { model_url }))
  expect(web.asked.at(-1)?.caller).toBe('unknown')
  const account = await service.account()
  await resultOf(callTool(service, account, 'check_printability', { model_url }))
  expect(web.asked.at(-1)?.caller).toBe(account.accountId)
})
