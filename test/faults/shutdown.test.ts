// SIGTERM to the real server: running requests finish, new ones are refused, and nothing is left behind.
import { Database } from 'bun:sqlite'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { type KeeperNote, notePath } from '../../server/local/postgres/keeper.ts'
import { CHARGE } from '../../testing/faults/processor-gate.ts'
import { allMailSent, openStage } from '../../testing/faults/stage.ts'
import { orderForm, type SubmitBody } from '../../testing/people/submit.ts'
import { isAlive } from '../../testing/service/processes.ts'
import {
  openRealServer,
  type RealServer,
  readDemo,
  waitUntil,
} from '../../testing/service/real-server.ts'
import { rawPost } from '../../testing/service/requests.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { closing } from '../../testing/use.ts'

setDefaultTimeout(slowTestMs)
/** Far below the idle time of an open connection, so that waiting for one would show. */
const EXIT_MS = 30_000
/** Longer than the period in which repeats of one signal are ignored. */
const REPEAT_MS = 4_000

describe('SIGTERM during a charge', () => {
  test('the running submit is charged and answered, new requests are refused, and the process exits with 0', async () => {
    await using stage = closing(await openStage())
    const account = await stage.account()
    const charge = stage.gate.hold(CHARGE, 'request')
    const response = stage.submit(account)
    await charge.reached
    const idle = await idleConnection(stage.server)
    const silent = await open(stage.server.port)
    const code = stage.server.stop()
    await waitUntil('new connections are refused', () => isRefused(stage.server.port))
    charge.release()
    const { status, body } = await read(await response)
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'RECEIVED', paid: true })
    expect(await within(EXIT_MS, code)).toBe(0)
    expect(await stage.standIn.control.charges()).toMatchObject({ succeeded: 1 })
    for (const socket of [idle, silent]) socket.destroy()

    expect(await stage.orders()).toMatchObject([{ code: body.code, chargeState: 'succeeded' }])

    await stage.restart()
    await allMailSent(stage)
    // The worker ends its round first, so it has checked orders in doubt by then.
    expect(await within(EXIT_MS, stage.server.stop())).toBe(0)
    expect(stage.server.mails().map(({ subject }) => subject)).toEqual([
      `Order ${body.code} confirmed`,
    ])
    expect(stage.server.logs().filter(({ event }) => event === 'payment.reconciled')).toEqual([])
  })

  test('a second signal some seconds later ends the process immediately, and the next start settles the interrupted order', async () => {
    await using stage = closing(await openStage({ webhooks: 'off' }))
    const charge = stage.gate.hold(CHARGE, 'response')
    const lost = stage.submit(await stage.account()).then(
      () => 'answered',
      () => 'lost',
    )
    await charge.reached
    const pid = stage.server.pid()
    const code = stage.server.stop()
    await waitUntil('new connections are refused', () => isRefused(stage.server.port))
    // An immediate repeat counts as the same signal, sent by a process group or by a launcher that forwards it.
    process.kill(pid, 'SIGTERM')
    await Bun.sleep(REPEAT_MS)
    expect(stage.server.isRunning()).toBe(true)
    process.kill(pid, 'SIGTERM')
    expect(await within(EXIT_MS, code)).toBe(1)
    expect(await lost).toBe('lost')
    charge.release()
    await stage.restart()
    await waitUntil('the order is paid', async () => (await stage.orders())[0]?.paid === true)
    expect(await stage.standIn.control.charges()).toMatchObject({ succeeded: 1 })
  })
})

describe('local mode', () => {
  test('the database and the stand-in stop with the server, and keep their state for the next start', async () => {
    await using server = closing(await openRealServer({ env: {} }))
    await server.start()
    const demo = await readDemo(server)
    expect(demo.baseUrl).toBe(server.baseUrl)
    const first = await submitAs(server, demo.apiKey)
    expect(first).toMatchObject({ status: 201, body: { status: 'RECEIVED', paid: true } })
    const { pid } = keeperOf(server)
    const processorPort = standInPort(server)
    expect([isAlive(pid), await isRefused(processorPort)]).toEqual([true, false])

    expect(await within(EXIT_MS, server.stop())).toBe(0)
    expect([isAlive(pid), await isRefused(processorPort)]).toEqual([false, true])

    await server.start()
    const again = await readDemo(server)
    const kept = await fetch(`${server.baseUrl}/api/print/orders/${first.body.code}`, {
      headers: { 'x-api-key': again.apiKey },
    })
    expect(await kept.json()).toMatchObject({ code: first.body.code, status: 'RECEIVED' })

    const { pid: second } = keeperOf(server)
    await server.kill9()
    await waitUntil('the database ends after its killed server', () => !isAlive(second))
    expect(await isRefused(processorPort)).toBe(true)
  })
})

async function submitAs({ baseUrl }: RealServer, apiKey: string) {
  const response = await fetch(
    `${baseUrl}/api/print/orders`,
    rawPost(orderForm({ color: 'Black' }), { 'x-api-key': apiKey }),
  )
  return read(response)
}

async function read(response: Response): Promise<{ status: number; body: SubmitBody }> {
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const keeperOf = ({ stateDir }: RealServer): KeeperNote =>
  JSON.parse(readFileSync(notePath(join(stateDir, 'postgres')), 'utf8'))

function standInPort({ stateDir }: RealServer): number {
  using store = new Database(join(stateDir, 'stripe.sqlite'), { readonly: true })
  const row = store
    .query<{ value: string }, []>("select value from settings where name = 'port'")
    .get()
  return Number(row?.value)
}

/** Opens a connection that was used once and is kept open, as browsers and pools do. */
async function idleConnection({ port }: RealServer): Promise<Socket> {
  const socket = await open(port)
  const answered = new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await answered
  return socket
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
}

async function isRefused(port: number): Promise<boolean> {
  try {
    const socket = await open(port)
    socket.destroy()
    return false
  } catch {
    return true
  }
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T | 'too late'> {
  const late = Promise.withResolvers<'too late'>()
  const timer = setTimeout(() => late.resolve('too late'), limitMs)
  const outcome = await Promise.race([work, late.promise])
  clearTimeout(timer)
  return outcome
}

describe('SIGTERM with open event streams', () => {
  test('ends the streams of every process that shares the port, and the server does not wait for them', async () => {
    const env = { OPERATOR_EMAILS: 'demo@example.com', WEB_CONCURRENCY: '2' }
    const server = await openRealServer({ env })
    try {
      await server.start()
      const cookie = await signInAsDemo(server)
      const streams = await Promise.all(Array.from({ length: 6 }, () => openStream(server, cookie)))
      const ends = streams.map(async (reader) => {
        while (!(await reader.read()).done);
      })
      expect(await within(EXIT_MS, server.stop())).toBe(0)
      await within(EXIT_MS, Promise.all(ends))
    } finally {
      await server.close()
    }
  })
})

async function signInAsDemo(server: RealServer): Promise<string> {
  const { email } = await readDemo(server)
  const { password } = JSON.parse(readFileSync(join(server.stateDir, 'demo.json'), 'utf8'))
  const response = await fetch(`${server.baseUrl}/account/sign-in`, {
    method: 'POST',
    headers: { origin: server.baseUrl },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Waits for the first parts of the page, so that the stream is open. The second process may still be starting. */
async function openStream(server: RealServer, cookie: string) {
  let response = await fetchStream(server, cookie)
  while (response.status === 503) {
    await Bun.sleep(100)
    response = await fetchStream(server, cookie)
  }
  expect(response.headers.get('content-type')).toStartWith('text/event-stream')
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error('The stream has no body.')
  let seen = ''
  while (!seen.includes('id="line"')) {
    seen += new TextDecoder().decode((await reader.read()).value)
  }
  return reader
}

const fetchStream = (server: RealServer, cookie: string) =>
  fetch(`${server.baseUrl}/operator/live?page=overview`, { headers: { cookie } })
