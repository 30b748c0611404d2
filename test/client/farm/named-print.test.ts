// Commands of servers that name no print, features that a server lacks, and reasons that the farm accepts.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Refused } from '../../../client/farm/http.ts'
import { connectMoonraker } from '../../../client/farm/servers/moonraker.ts'
import { connectOctoPrint } from '../../../client/farm/servers/octoprint.ts'
import { sendPictureWhenDue } from '../../../client/farm/work/desk-facts.ts'
import type { RunnerContext } from '../../../client/farm/work/runner-deps.ts'

let posted: string[]
let file: string
let objects: string[]
let server: Bun.Server<undefined>
beforeEach(() => {
  posted = []
  file = 'a.gcode'
  objects = []
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      if (request.method === 'POST') posted.push(pathname)
      if (pathname === '/printer/objects/list') return Response.json({ result: { objects } })
      const status = {
        webhooks: { state: 'ready' },
        print_stats: { state: 'printing', filename: file },
      }
      return Response.json({ result: { status }, state: 'Printing', job: { file: { name: file } } })
    },
  })
})
afterEach(() => server.stop(true))
const settings = () => ({ url: `http://127.0.0.1:${server.port}`, apiKey: null })

test.each([
  ['Moonraker', connectMoonraker, '/printer/print/cancel'],
  ['OctoPrint', connectOctoPrint, '/api/job'],
])('%s cancels only the print that is meant', async (_name, connect, path) => {
  const printer = connect(settings())
  await printer.cancel('a.gcode')
  expect(posted).toEqual([path])
  file = 'b.gcode'
  await expect(printer.cancel('a.gcode')).rejects.toThrow(Refused)
  expect(posted).toEqual([path])
})

test('a Klipper configuration that is completed later is read again', async () => {
  const printer = connectMoonraker(settings())
  const features = async () => (await printer.missing?.())?.map(({ feature }) => feature)
  expect(await features()).toEqual(['pause', 'resume', 'cancel'])
  objects = ['pause_resume']
  expect(await features()).toEqual([])
})

test('the reason for a missing picture has no partial character and no control character', async () => {
  const memory: Pick<RunnerContext['memory'], 'pictureAt' | 'noPicture'> = {
    pictureAt: 0,
    noPicture: null,
  }
  const { promise: logged, resolve } = Promise.withResolvers<void>()
  const given = `a\0${'b'.repeat(197)}\u{1f600}`
  const parts = {
    config: { name: 'p1', pictureUrl: null },
    memory,
    log: () => resolve(),
    printer: { picture: async () => ({ reason: given }) },
    pictures: { everyMs: 1, send: async () => {} },
  } as unknown as RunnerContext
  sendPictureWhenDue(parts, {
    kind: 'printing',
    file,
    isPaused: false,
    progress: null,
    remainingSeconds: null,
  })
  await logged
  expect(memory.noPicture).toEqual({ feature: 'picture', reason: `a ${'b'.repeat(197)}` })
})
