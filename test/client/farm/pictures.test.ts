// Pictures of cameras: bounded, checked, without the printer's key, and without redirects.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cameraUrlOf, fetchPicture } from '../../../client/farm/pictures.ts'

const jpeg = new Uint8Array(Buffer.from('ffd8ffe000104a46494600', 'hex'))
let respond: (request: Request) => Response
let camera: Bun.Server<undefined>
beforeEach(() => {
  camera = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => respond(request) })
})
afterEach(() => camera.stop(true))
const fetched = () => fetchPicture(`http://127.0.0.1:${camera.port}/snap`)

test('a picture is returned', async () => {
  respond = () => new Response(jpeg)
  expect(await fetched()).toEqual({ bytes: jpeg })
})

test.each([
  ['a page', () => new Response('<html></html>'), 'sends no JPEG'],
  ['nothing', () => new Response(null, { status: 204 }), 'has no picture (204)'],
  ['a 404', () => new Response('none', { status: 404 }), 'has no picture (404)'],
  ['a large file', () => new Response(new Uint8Array(512 * 1024 + 1)), 'larger than 512 KiB'],
] as const)('%s is none', async (_name, response, reason) => {
  respond = response
  const picture = await fetched()
  expect('reason' in picture ? picture.reason : '').toContain(reason)
})

test('a video that never ends is cut off', async () => {
  const { promise: cancelled, resolve } = Promise.withResolvers<void>()
  respond = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
        cancel: () => resolve(),
      }),
    )
  expect(await fetched()).toMatchObject({ reason: expect.stringContaining('larger than') })
  await cancelled
})

test('a redirect is not followed', async () => {
  respond = () => Response.redirect(`http://127.0.0.1:${camera.port}/other`, 302)
  await expect(fetched()).rejects.toThrow()
})

test.each([
  ['/webcam/?action=snapshot', 'http://printer.lan/', 'http://printer.lan/webcam/?action=snapshot'],
  [
    'http://127.0.0.1:8080/?action=snapshot',
    'http://10.0.0.2:5000',
    'http://10.0.0.2:8080/?action=snapshot',
  ],
  ['http://cam.lan/a.jpg', 'http://10.0.0.2', 'http://cam.lan/a.jpg'],
  ['file:///etc/passwd', 'http://10.0.0.2', null],
  ['', 'http://10.0.0.2', null],
])('the camera %s of %s is %p', (stated, server, expected) => {
  expect(cameraUrlOf(stated, server)).toBe(expected)
})
