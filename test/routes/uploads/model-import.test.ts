// POST /api/model-import: models behind links (decisions 34). The downloader's checks are tested in
// test/adapters/downloader.
import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { binaryStl, box, cubeStl } from '../../../testing/models/meshes.ts'
import { refusal } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { cubeObj, type Uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService({ env: { DOWNLOAD_ALLOW_LOOPBACK: '1' } })
const files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  '/cube.stl': cubeStl({ sizeMm: 20 }),
  '/cube.obj': cubeObj({ sizeMm: 1 }),
  '/long.stl': binaryStl(box([400, 10, 10])),
  '/part.step': 'ISO-10303-21;',
  '/page.stl': '<!doctype html><title>Sign in</title>',
  '/none.stl': '',
}
const web = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => {
    const body = files[new URL(url).pathname]
    return body === undefined ? new Response('no', { status: 404 }) : new Response(body)
  },
})
const at = (path: string) => `http://127.0.0.1:${web.port}${path}`
let cookie = ''
beforeAll(async () => {
  cookie = await service.signIn('importer@example.com')
})
afterAll(() => web.stop(true))
const importing = (body: unknown) => service.fetch('/api/model-import', jsonPost(body, { cookie }))

verifies('decision.import.answer', async () => {
  const response = await importing({ url: at('/cube.stl') })
  const uploaded: Uploaded = await response.json()
  expect(uploaded).toEqual({
    generationId: expect.any(String),
    modelUrl: expect.stringMatching(/^gs:\/\/.*\.stl$/),
    fileName: 'cube.stl',
    bytes: 684,
    dimensionsMm: [20, 20, 20],
    volumeCm3: 8,
  })
  const inches: Uploaded = await (await importing({ url: at('/cube.obj'), units: 'in' })).json()
  expect(inches.fileName).toBe('cube.stl')
  expect(inches.dimensionsMm[0]).toBeCloseTo(25.4, 4)
  const row = await service.db
    .selectFrom('generations')
    .select('mode')
    .where('id', '=', uploaded.generationId)
    .executeTakeFirst()
  expect(row).toEqual({ mode: 'upload' })
  expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
})

describe('links', () => {
  for (const [what, url, status, words] of [
    ['nothing', ' ', 400, /^url required$/],
    ['no link', 'my model', 400, /^That is not a usable link\./],
    ['http', 'http://files.example.com/a.stl', 400, /^Only https links/],
    ['a private address', 'https://10.0.0.1/a.stl', 400, /^That link does not lead to the public/],
    ['a missing file', at('/missing.stl'), 502, /answered 404 instead of the file/],
    ['a web page', at('/page.stl'), 422, /^That is a web page/],
    ['an empty file', at('/none.stl'), 422, /sent an empty file/],
  ] as const) {
    verifies('decision.import.checks', what, async () => {
      expect(await refusal(importing({ url }))).toEqual([status, expect.stringMatching(words)])
    })
  }
})

verifies('decision.import.refusals', async () => {
  for (const [body, status, words] of [
    [{ url: at('/long.stl') }, 422, /^This model is 400x10x10mm/],
    [{ url: at('/part.step') }, 415, /^Unsupported file\. Send an STL, OBJ, 3MF or GLB/],
    [{ url: at('/cube.stl'), units: 'feet' }, 400, /^Invalid units/],
    [{}, 400, /^url: is required$/],
    [{ url: 7 }, 400, /^url: must be a string$/],
    ['x', 400, /^The body must be a JSON object with url\.$/],
  ] as const) {
    expect(await refusal(importing(body))).toEqual([status, expect.stringMatching(words)])
  }
  expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
})
