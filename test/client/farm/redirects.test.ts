// The client never sends its key to the target of a redirect, from a printer's server or from the farm.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readConfig } from '../../../client/farm/config/config.ts'
import { connectMoonraker } from '../../../client/farm/servers/moonraker.ts'
import { connectOctoPrint } from '../../../client/farm/servers/octoprint.ts'
import { connectPrusaLink } from '../../../client/farm/servers/prusalink.ts'
import { connectDesk } from '../../../client/farm/service/desk.ts'
import { connectFarm } from '../../../client/farm/service/farm.ts'

/** Keys that the redirecting server received, and keys that the target of the redirect received. */
let sent: (string | null)[]
let keys: (string | null)[]
let other: Bun.Server<undefined>
let server: Bun.Server<undefined>
beforeEach(() => {
  sent = []
  keys = []
  const listen = (fetch: (request: Request) => Response) =>
    Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
  other = listen((request) => {
    keys.push(keyOf(request))
    return Response.json({})
  })
  server = listen(redirect(307))
})
afterEach(async () => {
  await server.stop(true)
  await other.stop(true)
})

const keyOf = ({ headers }: Request) => headers.get('x-api-key') ?? headers.get('x-internal-key')

const redirect = (status: number) => (request: Request) => {
  sent.push(keyOf(request))
  return Response.redirect(`http://127.0.0.1:${other.port}/`, status)
}

/** Expects that the redirecting server receives the key once, that the request fails, and that no key is sent elsewhere. */
async function expectRefused(request: () => Promise<unknown> | undefined) {
  sent = []
  await expect(request()).rejects.toThrow()
  expect(sent).toEqual(['key'])
  expect(keys).toEqual([])
}

const memo = { read: () => null, write: () => {} }

test.each([
  ['Moonraker', connectMoonraker],
  ['OctoPrint', connectOctoPrint],
  [
    'PrusaLink',
    (settings: { url: string; apiKey: string }) =>
      connectPrusaLink({ ...settings, user: '', password: null, storage: null }, memo),
  ],
])('%s', async (_name, connect) => {
  const printer = connect({ url: `http://127.0.0.1:${server.port}`, apiKey: 'key' })
  const requests = [
    () => printer.state(),
    () => printer.upload('a.gcode', new Uint8Array(1), ''),
    () => printer.start('a.gcode'),
    () => printer.cancel('a.gcode'),
    () => printer.pause?.('a.gcode'),
    () => printer.temperatures?.(),
  ]
  for (const request of requests) await expectRefused(request)
})

test.each([301, 302, 303, 307, 308])('the farm, with %d', async (status) => {
  await server.stop(true)
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: redirect(status),
  })
  const farmUrl = `http://127.0.0.1:${server.port}`
  const { printers } = readConfig({
    FARM_URL: farmUrl,
    INTERNAL_KEY: 'key',
    PRINTERS: JSON.stringify([{ name: 'p1', kind: 'moonraker', url: farmUrl }]),
  })
  const [printer] = printers
  if (printer === undefined) throw new Error('no printer')
  const [farm, desk] = [
    connectFarm({ farmUrl, internalKey: 'key' }),
    connectDesk({ farmUrl, internalKey: 'key' }),
  ]
  const job = {
    id: 'j',
    lease: 'l',
    orderCode: 'PF-1',
    plate: 1,
    parts: 1,
    ownParts: 1,
    sha256: '',
    isArchive: false,
  }
  const nothing = { detail: null, jobId: null, progress: null, remainingSeconds: null }
  const requests = [
    () => farm.claim(printer),
    () => farm.report(printer, { ...nothing, state: 'ready' }),
    () => farm.download(job),
    () => farm.heartbeat(job, { printing: true, progress: null, remainingSeconds: null }),
    () => farm.done(job, { good: 1, scrap: 0 }),
    () => farm.fail(job, 'no', true),
    () => farm.clear('p1', 0, undefined, null),
    () => desk.commands(),
    () => desk.take('c', 't'),
    () => desk.end('c', 't', { outcome: 'done', reason: null }),
    () => desk.sendPicture('p1', new Uint8Array(1)),
  ]
  for (const request of requests) await expectRefused(request)
})
