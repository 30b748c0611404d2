// The picture of the part next to the text of check_printability and quote_print.
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { chatPictureMs } from '../../../server/domain/measurement/chat-picture.ts'
import { checkLink } from '../../../server/domain/printability/check-link.ts'
import { callTool, resultOf, withoutPictures } from '../../../testing/agent/call-tool.ts'
import { callerOf, HOST, standInSlicer, standInWeb } from '../../../testing/agent/stand-ins.ts'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { binaryStl, box, cubeStl, withoutTriangles } from '../../../testing/models/meshes.ts'
import { until } from '../../../testing/service/until.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())
const web = use(() => standInWeb(service.deps))
let drawn = 0
let drawnWhileMeasured = 0

beforeAll(() => {
  const { draw } = service.deps.meshes
  const { measure } = service.deps.geometry
  service.replace({
    downloads: web.downloads,
    quoteAllowedHosts: [HOST],
    slicer: standInSlicer().slicer,
    geometry: {
      measure: (request) => {
        if (request.picture !== undefined) drawnWhileMeasured += 1
        return measure(request)
      },
    },
    meshes: {
      draw: (request) => {
        drawn += 1
        return draw(request)
      },
    },
  })
})
beforeEach(() => {
  drawn = 0
  drawnWhileMeasured = 0
})

const call = (tool: string, args: object, headers: Record<string, string> = {}) =>
  resultOf(callTool(service, account, tool, { ...args }, headers))

/**
 * Repeats the call until its result has a picture: on a busy machine a drawing may be abandoned, or end after its
 * first call. `calls`: their number, and an upper limit of the drawings.
 */
async function pictured(tool: string, args: object) {
  let [result, calls] = [await call(tool, args), 1]
  await until(async () => {
    if (result.pictures.length === 0) {
      result = await call(tool, args)
      calls += 1
    }
    return result.pictures.length > 0
  })
  return { ...result, calls }
}

/** Expects a PNG of 256 x 256 pixels and at most 40,000 bytes, without transparency. */
async function expectPicture({
  pictures,
}: Pick<Awaited<ReturnType<typeof call>>, 'pictures'>): Promise<Buffer> {
  expect(pictures).toHaveLength(1)
  const [{ mimeType = '', bytes = new Uint8Array() } = {}] = pictures
  expect(mimeType).toBe('image/png')
  expect(bytes.byteLength).toBeLessThanOrEqual(40_000)
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([256, 256])
  expect(data.filter((_, at) => at % 4 === 3).every((alpha) => alpha === 255)).toBe(true)
  return data
}

/** Returns the share of the pixels that are clearly more red than green and blue. */
function redShare(pixels: Buffer): number {
  let red = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3)
    if (r > g + 60 && r > b + 60) red += 1
  }
  return red / (pixels.length / 4)
}

describe('quote_print', () => {
  verifies('mcp.pictures.quote', async () => {
    const args = { model_url: web.publish('cube.stl', cubeStl({ sizeMm: 30 })), color: 'Red' }
    const first = await pictured('quote_print', args)
    const pixels = await expectPicture(first)
    // The part is red; the background is not.
    expect(redShare(pixels)).toBeGreaterThan(0.15)
    expect(redShare(pixels)).toBeLessThan(0.85)
    // The measurement draws the part. Only a repeated call draws it separately.
    expect(drawnWhileMeasured).toBe(1)
    expect(drawn).toBeLessThan(first.calls)
    // The picture of the same part and color is stored.
    drawn = 0
    await expectPicture(await call('quote_print', { ...args, quantity: 5 }))
    expect([drawn, drawnWhileMeasured]).toEqual([0, 1])
    // The measurement is stored, so the part is only drawn in the other color.
    const blue = await pictured('quote_print', { ...args, color: 'Blue' })
    await expectPicture(blue)
    expect(drawn).toBeGreaterThanOrEqual(1)
    expect(drawn).toBeLessThanOrEqual(blue.calls)
    expect(drawnWhileMeasured).toBe(1)
  })

  test('a sliced file has no picture, and a quote succeeds without one', async () => {
    const file = slicedArchive([gcode({ grams: '3', time: '1h' })])
    const sliced = await call('quote_print', { model_url: web.publish('part.gcode.3mf', file) })
    expect(sliced.pictures).toEqual([])

    const url = web.publish('other.stl', cubeStl({ sizeMm: 31 }))
    await call('quote_print', { model_url: url }, withoutPictures)
    service.replace({ meshes: { draw: () => Promise.reject(new Error('no core')) } })
    const { pictures, fields } = await call('quote_print', { model_url: url })
    expect([pictures, fields['quote_id']]).toEqual([[], expect.stringMatching(/^quote_/)])
  })
})

describe('check_printability', () => {
  verifies('mcp.pictures.check', 'marks faults, and names the color of each', async () => {
    const thin = binaryStl(withoutTriangles(box([40, 40, 0.5]), 0, 1))
    const checked = await pictured('check_printability', {
      model_url: web.publish('thin.stl', thin),
    })
    expect(checked.text).toContain('The picture marks ')
    expect(checked.text).toContain('open edges in red')
    expect(redShare(await expectPicture(checked))).toBeGreaterThan(0.001)
  })

  test('a check succeeds without a picture', async () => {
    service.replace({ meshes: { inspect: async () => ({ kind: 'timed_out' }) } })
    const url = web.publish('cube20.stl', cubeStl({ sizeMm: 20 }))
    const { pictures, text } = await call('check_printability', { model_url: url })
    expect([pictures, text]).toEqual([[], expect.not.stringContaining('The picture')])
  })
})

verifies('mcp.pictures.off', async () => {
  const model_url = web.publish('cube32.stl', cubeStl({ sizeMm: 32 }))
  for (const tool of ['quote_print', 'check_printability']) {
    for (const headers of [withoutPictures, { 'X-Pictures': ' OFF ' }]) {
      expect((await call(tool, { model_url }, headers)).pictures).toEqual([])
    }
  }
  expect([drawn, drawnWhileMeasured]).toEqual([0, 0])
})

test('a picture does not endanger the result when little time is left', async () => {
  // 5 s are reserved for the response, and no drawing takes more than 10 s.
  expect([0, 4000, 6000, 90_000].map(chatPictureMs)).toEqual([0, 0, 1000, 10_000])
  const model_url = web.publish('cube33.stl', cubeStl({ sizeMm: 33 }))
  const checked = await checkLink(service.deps, callerOf(account), {
    modelUrl: model_url,
    withPicture: true,
    signal: new AbortController().signal,
    timeLeftMs: () => 4000,
  })
  expect(checked).toMatchObject({ ok: true, value: { fileName: 'cube33.stl', picture: null } })
})
