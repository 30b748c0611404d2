// Slices over HTTP: the same outcomes as a local bridge, its refusals and cancellation, and the failure of the
// process.

import { afterAll, expect, test } from 'bun:test'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printings } from '../../server/domain/catalog/printing.ts'
import type { BridgeOptions, SliceJob, WithModel } from '../../slicer-bridge/bridge.ts'
import type { SliceOutcome, SliceWarning } from '../../slicer-bridge/outcome/outcome.ts'
import { MixedStream } from '../../slicer-bridge/remote/mixed-stream.ts'
import { ModelUpload } from '../../slicer-bridge/remote/model-upload.ts'
import { createRemoteBridge, type RemoteOptions } from '../../slicer-bridge/remote/remote-bridge.ts'
import { createSliceService } from '../../slicer-bridge/remote/serve-slices.ts'
import { termsHeader } from '../../slicer-bridge/remote/wire.ts'
import { profileHash } from '../../slicer-bridge/settings/profile.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { isAlive, makeStage, NOTHING, SETTINGS, startJob } from '../../testing/slicer/stage.ts'

const closers: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

/** Starts a server that counts its requests. */
function serve(respond: (request: Request) => Promise<Response>) {
  let requests = 0
  const fetch = (request: Request) => {
    requests++
    return respond(request)
  }
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
  return { server, requests: () => requests }
}

/** Creates a slicing process, and the bridge of a caller. */
function makeRemote(
  options: Partial<BridgeOptions> & { maxModelBytes?: number } = {},
  caller: Partial<RemoteOptions> = {},
) {
  const stage = makeStage(options)
  const folder = mkdtempSync(join(tmpdir(), 'remote-slices-'))
  const files = {
    path: () => join(folder, crypto.randomUUID()),
    remove: async (path: string) => rmSync(path, { force: true }),
  }
  const { maxModelBytes } = options
  const respond = createSliceService({
    bridge: stage.bridge,
    files,
    ...(maxModelBytes !== undefined && { maxModelBytes }),
  })
  const { server, requests } = serve(respond)
  const remote = createRemoteBridge({ url: server.url.origin, ...caller })
  closers.push(
    () => remote.close(),
    () => server.stop(true),
    () => stage.end(),
    () => rmSync(folder, { recursive: true }),
  )
  return {
    stage,
    server,
    remote,
    folder,
    respond,
    requests,
    // The scripted slicer writes its arguments next to the model.
    leftOver: () => ({
      ...stage.leftOver(),
      models: readdirSync(folder).filter((name) => !name.endsWith('.runs')),
    }),
    slice: (behavior: string, job: Partial<SliceJob> = {}) =>
      remote.slice({
        stlPath: stage.model(behavior),
        settings: SETTINGS,
        accountId: 'a',
        ...job,
      }),
  }
}

const nothing = { ...NOTHING, models: [] }
const bareTerms = {
  settings: SETTINGS,
  profile: profileHash(SETTINGS),
  priority: 'normal',
  keepGcode: false,
}
const facts = { heightMm: 10, triangles: 12, surfaceCm2: 6, volumeCm3: 1, components: 1 }
const usual = makeRemote({ workers: 2 })
/** Stops a slicer so early that a busy machine could reach the limit with any model. */
const hasty = makeRemote({ workers: 2, limits: { wallMs: 400 } })

test.each<readonly [string, SliceOutcome['kind'], readonly SliceWarning['code'][]]>([
  // 0.9 cm3 is less than four fifths of the infill of 6 cm3, 20 %, and far from the estimate.
  ['stages', 'sliced', ['empty_layers', 'below_solid', 'far_from_estimate']],
  ['point', 'sliced', ['raft_added', 'below_solid', 'far_from_estimate']],
  ['says:The print is empty.', 'refused', []],
  ['abort', 'crashed', []],
  ['hang', 'timed_out', []],
])('%s ends as at the local bridge: %s', async (behavior, kind, codes) => {
  const expected = { solidCm3: 6, estimateCm3: 6, estimateRangePercent: 10 }
  const { stage, slice, leftOver } = behavior === 'hang' ? hasty : usual
  const local = await stage.slice(behavior, { expected, facts })
  expect(local.kind).toBe(kind)
  const warnings = local.kind === 'sliced' ? local.warnings : []
  expect(warnings.map(({ code }) => code)).toEqual([...codes])
  expect(await slice(behavior, { expected, facts })).toEqual(local)
  expect(leftOver()).toEqual(nothing)
})

test('a machine without a slicer is unavailable, as with the local bridge', async () => {
  const without = makeRemote({ slicerPath: null })
  expect(await without.slice('')).toEqual(await without.stage.slice(''))
  expect(without.requests()).toBe(1)
})

test('each request carries the headers of its slice', async () => {
  let seen: string | null = null
  const { server } = serve(async ({ headers }) => {
    seen = headers.get('traceparent')
    return new Response(null, { status: 503 })
  })
  closers.push(() => server.stop(true))
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const remote = createRemoteBridge({ url: server.url.origin, headers: () => ({ traceparent }) })
  const stlPath = usual.stage.model('stages')
  await remote.slice({ stlPath, settings: SETTINGS, accountId: 'a' })
  expect(String(seen)).toBe(traceparent)
  await remote.close()
})

test('the g-code of a plate arrives byte for byte', async () => {
  const [there, here] = ['there', 'here'].map((name) => join(usual.folder, `${name}.gcode`))
  if (there === undefined || here === undefined) throw new Error('unreachable')
  const settings = { ...SETTINGS, copies: 3, printing: printings.pla }
  const plate = { settings, priority: 'background', keepGcode: here } as const
  expect((await usual.slice('', plate)).kind).toBe('sliced')
  await usual.stage.slice('', { ...plate, keepGcode: there })
  const gcode = readFileSync(here, 'utf8')
  // Ten layers of ten lines, as in fake-slicer.sh.
  expect(gcode.match(/E3\.74176/g)).toHaveLength(100)
  expect(gcode).toBe(readFileSync(there, 'utf8'))
  rmSync(here)
  rmSync(there)
  expect(usual.leftOver()).toEqual(nothing)
})

test('the profile of a printer’s model exceeds the header limit, and arrives', async () => {
  // Bun limits headers to 16 KiB in total. Random digits compress poorly; a vendor’s profile of 20 kB becomes 5 kB.
  const random = seededRandom(7)
  const digits = Array.from({ length: 9_000 }, () => Math.floor(10 * random())).join('')
  const config = `start_gcode = ; 60 °C\nnotes_of_a_vendor = ${digits}${'; the same again'.repeat(2_000)}\n`
  const settings = { ...SETTINGS, plate: { config, center: [90, 90] as const } }
  // A different configuration would have a different hash, which is refused with 409.
  expect((await usual.slice('', { settings })).kind).toBe('sliced')
})

test('settings that no order can have are an error of the caller, locally and remotely', async () => {
  const settings = { ...SETTINGS, nozzleMm: 0.5 }
  await expect(usual.slice('', { settings })).rejects.toThrow('no such nozzle: 0.5 mm')
  const terms = { lane: 'a', settings, profile: '', priority: 'normal', keepGcode: false }
  for (const [sent, error] of [
    [JSON.stringify(terms), 'no such nozzle: 0.5 mm'],
    ['{}', 'x-slice-terms holds no terms of a slice'],
    ['no json', 'x-slice-terms holds no terms of a slice'],
  ] as const) {
    const headers = { [termsHeader]: sent }
    const response = await fetch(`${usual.server.url}slice`, { method: 'POST', headers })
    expect([response.status, await response.json()]).toEqual([400, { error }])
  }
})

test('a model that is too large, or truncated, is not sliced', async () => {
  const small = makeRemote({ maxModelBytes: 20 })
  const detail = 'the model has 26 bytes; at most 20 are sliced'
  const outcome = { kind: 'unavailable', reason: 'no_model', detail } as const
  expect(await small.slice('abcdefghijklmnopqrst')).toEqual(outcome)
  const terms = { ...bareTerms, lane: 'a' }
  const response = await fetch(`${small.server.url}slice`, {
    method: 'POST',
    headers: { [termsHeader]: JSON.stringify(terms) },
    body: '{"bytes":9}\nfake:',
  })
  const ended = (await response.text()).trimEnd().split('\n').at(-1)
  expect(JSON.parse(ended ?? '')).toMatchObject({
    outcome: { ...outcome, detail: 'the model did not arrive: the stream ended 4 bytes early' },
  })
  expect(small.leftOver()).toEqual(nothing)
})

test('a refusal says when to retry, is counted, is not sent again, and costs no model', async () => {
  const counted: string[] = []
  const observer = {
    onWait: () => {},
    onRun: () => {},
    onRefusal: () => counted.push('refused'),
    turnedAway: (...words: string[]) => counted.push(words.join()),
  }
  const busy = makeRemote({ workers: 1, queueLimit: 0 }, { observer })
  const running = await startJob(busy.remote.slice, busy.stage.model('hang'))
  let made = 0
  const withModel = () => {
    made++
    return Promise.reject(new Error('not needed'))
  }
  const refused = await busy.remote.slice({ settings: SETTINGS, accountId: 'b', withModel })
  expect(refused).toMatchObject({ kind: 'queue_full', scope: 'queue' })
  const { retryAfterSeconds } = refused.kind === 'queue_full' ? refused : {}
  expect(retryAfterSeconds).toBeGreaterThanOrEqual(1)
  const terms = { ...bareTerms, lane: 'c' }
  const headers = { [termsHeader]: JSON.stringify(terms) }
  const bare = await fetch(`${busy.server.url}slice`, { method: 'POST', headers })
  expect(bare.status).toBe(503)
  expect(bare.headers.get('retry-after')).toBe(String((await bare.json()).retryAfterSeconds))
  expect([made, busy.requests(), counted]).toEqual([0, 3, ['refused', 'queue,normal']])
  process.kill(running.pid, 'SIGKILL')
  await running.outcome
})

/** Starts a process that refuses every slice. */
function makeFull(
  hostname: string,
  port: number,
  { scope, retryAfterSeconds }: { scope: string; retryAfterSeconds: number },
) {
  let requests = 0
  const server = Bun.serve({
    hostname,
    port,
    fetch: () => {
      requests++
      return Response.json({ kind: 'queue_full', scope, retryAfterSeconds }, { status: 503 })
    },
  })
  return {
    port: server.url.port,
    requests: () => requests,
    [Symbol.dispose]: () => void server.stop(true),
  }
}

test('a full queue is skipped once, and the shorter retry time is returned', async () => {
  let refused = 0
  const observer = { onWait: () => {}, onRun: () => {}, onRefusal: () => void refused++ }
  const bridgeTo = (port: string, ...addresses: string[]) => {
    // The first attempt uses the first address.
    let asked = 0
    const lookup = async () => (asked++ === 0 ? addresses.slice(0, 1) : addresses)
    const remote = createRemoteBridge({ url: `http://slicing.test:${port}`, lookup, observer })
    closers.push(() => remote.close())
    return remote
  }
  const job = { settings: SETTINGS, accountId: 'a', stlPath: usual.stage.model('') }
  const usualPort = Number(usual.server.url.port)
  using _full = makeFull('127.0.0.2', usualPort, { scope: 'queue', retryAfterSeconds: 9 })
  const passed = await bridgeTo(`${usualPort}`, '127.0.0.2', '127.0.0.1').slice(job)
  expect([passed.kind, refused]).toEqual(['sliced', 0])

  for (const [first, second, told, asked] of [
    [9, 4, 4, 1],
    [4, 9, 4, 1],
  ] as const) {
    using one = makeFull('127.0.0.1', 0, { scope: 'queue', retryAfterSeconds: first })
    using other = makeFull('127.0.0.2', Number(one.port), {
      scope: 'account',
      retryAfterSeconds: second,
    })
    const outcome = await bridgeTo(`${one.port}`, '127.0.0.1', '127.0.0.2').slice(job)
    expect(outcome).toMatchObject({ kind: 'queue_full', retryAfterSeconds: told })
    expect([one.requests(), other.requests()]).toEqual([1, asked])
  }
  expect(refused).toBe(2)
  // The request was queued and waited there: no second wait.
  using slow = makeFull('127.0.0.1', 0, { scope: 'wait', retryAfterSeconds: 9 })
  using idle = makeFull('127.0.0.2', Number(slow.port), { scope: 'queue', retryAfterSeconds: 1 })
  const waited = await bridgeTo(`${slow.port}`, '127.0.0.1', '127.0.0.2').slice(job)
  expect(waited).toMatchObject({ scope: 'wait', retryAfterSeconds: 9 })
  expect([slow.requests(), idle.requests()]).toEqual([1, 0])
})

test('accounts take turns, and a caller that disconnects ends its slice there', async () => {
  const lanes: string[] = []
  const one = makeRemote({ workers: 1 })
  const { bridge } = one.stage
  const spied = bridge.slice
  bridge.slice = (job) => {
    lanes.push(job.accountId)
    return spied(job)
  }
  const leaving = new AbortController()
  const stlPath = one.stage.model('hang')
  const { pid, outcome } = await startJob(one.remote.slice, stlPath, { signal: leaving.signal })
  const waiting = one.slice('', { accountId: 'b' })
  leaving.abort(new Error('left'))
  await expect(outcome).rejects.toThrow('left')
  await waitUntil('the slicer is dead', () => !isAlive(pid), 10_000)
  // The next caller in the queue gets the worker.
  expect((await waiting).kind).toBe('sliced')
  expect(new Set(lanes).size).toBe(2)
  expect(lanes.join()).not.toMatch(/^a|,b/)
  await waitUntil('nothing is left', () => Bun.deepEquals(one.leftOver(), nothing), 10_000)
})

test('a process that refuses connections is skipped once', async () => {
  const asked: string[] = []
  const lookup = async (host: string) => {
    asked.push(host)
    // Nothing listens on the port at the second address.
    return ['127.0.0.1', '127.0.0.2']
  }
  const { server, stage } = usual
  const remote = createRemoteBridge({ url: `http://slicing.test:${server.port}`, lookup })
  const job = { settings: SETTINGS, accountId: 'a' }
  for (let i = 0; i < 4; i++) {
    const outcome = await remote.slice({ ...job, stlPath: stage.model('') })
    expect(outcome.kind).toBe('sliced')
  }
  expect(new Set(asked)).toEqual(new Set(['slicing.test']))
  const nobody = createRemoteBridge({
    url: `http://slicing.test:${server.port}`,
    lookup: async () => ['127.0.0.2', '127.0.0.3'],
  })
  const gone = await nobody.slice({ ...job, stlPath: stage.model('') })
  expect(gone).toMatchObject({ kind: 'unavailable', reason: 'unreachable' })
  await Promise.all([remote.close(), nobody.close()])
})

test('a process of a release with another profile slices nothing, because its slice would be stored under this release’s key', async () => {
  const otherRelease = async (request: Request) => {
    const terms = JSON.parse(request.headers.get(termsHeader) ?? '')
    request.headers.set(termsHeader, JSON.stringify({ ...terms, profile: 'of another release' }))
    return await usual.respond(request)
  }
  const { server, requests } = serve(otherRelease)
  const remote = createRemoteBridge({ url: server.url.origin })
  const job = { settings: SETTINGS, accountId: 'a', stlPath: usual.stage.model('') }
  expect(await remote.slice(job)).toMatchObject({
    kind: 'unavailable',
    reason: 'unreachable',
    detail: expect.stringContaining('of a release with another slicer profile'),
  })
  expect(requests()).toBe(2)
  await Promise.all([remote.close(), server.stop(true)])
})

/** Starts a process that accepts the model and dies. */
function makeDying() {
  const { server, requests } = serve((request) => respond(request))
  const respond = createSliceService({
    bridge: {
      identity: async () => null,
      slice: async ({ withModel }: SliceJob & { readonly withModel?: WithModel }) => {
        const die = async () => {
          await server.stop(true)
          return { kind: 'timed_out' } as const
        }
        return (await withModel?.(die, new AbortController().signal)) ?? die()
      },
    },
    files: { path: () => join(usual.folder, 'dying.runs'), remove: async () => {} },
  })
  return { port: server.url.port, requests }
}

test('a connection that ends during a slice is retried once, in another process', async () => {
  const job = { settings: SETTINGS, accountId: 'a', stlPath: usual.stage.model('') }
  const alone = makeDying()
  const lost = createRemoteBridge({ url: `http://127.0.0.1:${alone.port}` })
  expect(await lost.slice(job)).toMatchObject({ kind: 'unavailable', reason: 'unreachable' })
  // The second connection was refused.
  expect(alone.requests()).toBe(1)
  const first = makeDying()
  let passedOn = 0
  const second = Bun.serve({
    port: first.port,
    hostname: '127.0.0.2',
    fetch: (request) => {
      passedOn++
      return usual.respond(request)
    },
  })
  // The first attempt uses the process that dies, whichever address is picked: it is the only one at the time.
  let asked = 0
  const lookup = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.1', '127.0.0.2'])
  const remote = createRemoteBridge({ url: `http://slicing.test:${first.port}`, lookup })
  expect((await remote.slice(job)).kind).toBe('sliced')
  expect([first.requests(), passedOn]).toEqual([1, 1])
  await Promise.all([lost.close(), remote.close(), second.stop(true)])
})

test('g-code is reported piece by piece while it arrives, so that a long transfer does not count as silence', async () => {
  const pieces = ['G1 X1\n', 'G1 X2\n', 'G1 X3\n']
  const source = pieces.values()
  const stream = new MixedStream(
    new ReadableStream({
      pull: (controller) => {
        const { value } = source.next()
        if (value === undefined) {
          controller.close()
        } else {
          controller.enqueue(new TextEncoder().encode(value))
        }
      },
    }),
  )
  const path = join(usual.folder, 'pieces.runs')
  let reports = 0
  await stream.toFile(path, 18, () => void reports++)
  expect([reports, readFileSync(path, 'utf8')]).toEqual([3, pieces.join('')])
})

test('g-code that ends early is removed', async () => {
  const outcome = await usual.slice('')
  const events = [{ kind: 'ready' }, { kind: 'ended', outcome, gcodeBytes: 1000 }]
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('')
  const { server, requests } = serve(async () => new Response(`${lines}G1 X1`))
  const remote = createRemoteBridge({ url: server.url.origin })
  const keepGcode = join(usual.folder, 'half.runs')
  const job = { settings: SETTINGS, accountId: 'a', stlPath: usual.stage.model(''), keepGcode }
  expect(await remote.slice(job)).toMatchObject({ kind: 'unavailable', reason: 'unreachable' })
  expect([requests(), existsSync(keepGcode)]).toEqual([2, false])
  await Promise.all([remote.close(), server.stop(true)])
})

const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)]
    } catch {
      return []
    }
  })

test('the model is closed when sending stops', async () => {
  const stlPath = join(usual.folder, 'large.runs')
  writeFileSync(stlPath, new Uint8Array(8 * 2 ** 20))
  const upload = new ModelUpload()
  await upload.begin({ stlPath })
  const reader = upload.stream.getReader()
  await reader.read()
  await reader.read()
  expect(openFiles()).toContain(stlPath)
  await reader.cancel('the slice has ended')
  await waitUntil('the model is closed', () => !openFiles().includes(stlPath), 5_000)
})

test('closing ends running slices, and refuses new ones', async () => {
  const one = makeRemote({ workers: 1 })
  const { pid, outcome } = await startJob(one.remote.slice, one.stage.model('hang'))
  await one.remote.close()
  const closed = { kind: 'unavailable', reason: 'closed' }
  expect(await outcome).toMatchObject(closed)
  expect(await one.slice('')).toMatchObject(closed)
  await waitUntil('the slicer is dead', () => !isAlive(pid), 10_000)
})
