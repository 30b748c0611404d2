// A Prusa printer, as far as the client uses it: paths, fields and statuses of https://github.com/prusa3d/Prusa-Link-Web
// (spec/openapi.yaml). Like the printers' firmware, it names no file once a print has ended, and shows a print some time after its start.
import { randomBytes } from 'node:crypto'
import { openTcpGate, type TcpGate } from '../../../testing/service/tcp-gate.ts'
import { type Hook, lost, temperatures } from './stand-in.ts'

export const prusaLinkPassword = 'abcd1234'

export type PrusaLinkStandIn = {
  readonly url: string
  readonly gate: TcpGate
  readonly files: ReadonlyMap<string, string>
  /** Returns the files that were started, in order, whoever started them. */
  readonly started: () => readonly string[]
  readonly requests: () => number
  readonly current: () => { readonly word: string; readonly file: string }
  readonly progress: (percent: number, remainingSeconds: number) => void
  /** Sets the state of the running print. */
  readonly setWord: (word: string, message?: string) => void
  readonly finish: () => void
  readonly stop: () => void
  /** A person confirms on the screen that the print has ended. A power cut leaves the same state. */
  readonly dismiss: () => void
  /** A person starts a print at the printer. */
  readonly startOther: (file: string) => void
  /** Sets the number of further starts that conflict with what the printer does. */
  readonly conflict: (times: number) => void
  /** Sets the number of further requests of the state that do not show a started print. */
  readonly lag: (requests: number) => void
  readonly setStick: (isThere: boolean) => void
  readonly setFree: (bytes: number | null) => void
  /** Sets the status and sentence that refuse uploads; null = uploads are accepted. */
  readonly refuseUploads: (refusal: readonly [number, string] | null) => void
  readonly setPassword: (password: string) => void
  /** Sets the sentence with which pause, resume and cancel conflict; null = they are carried out. */
  readonly refuseCommands: (reason: string | null) => void
  readonly commands: () => readonly Command[]
  readonly setPicture: (bytes: Uint8Array<ArrayBuffer> | null) => void
  /** Replaces the content of a stored file. */
  readonly setFile: (file: string, content: string) => void
  /**
   * Called when a request has arrived, and after it was carried out. A request for which it returns `lost` before is not carried out.
   */
  readonly on: (call: Hook) => void
  readonly close: () => Promise<void>
}

type Challenge = 'md5' | 'sha256'
type Command = 'pause' | 'resume' | 'cancel'

export async function prusaLinkStandIn(challenge: Challenge = 'md5'): Promise<PrusaLinkStandIn> {
  const files = new Map<string, string>()
  const started: string[] = []
  const print = { word: 'IDLE', message: '', file: '', id: 40, percent: 0, remaining: 0 }
  let [requests, conflicts, lag, free, password] = [
    0,
    0,
    0,
    null as number | null,
    prusaLinkPassword,
  ]
  let hidden = 0
  let refusedCommand: string | null = null
  let picture: Uint8Array<ArrayBuffer> | null = null
  const commands: Command[] = []
  let hasStick = true
  let refusal: readonly [number, string] | null = null
  let hook: Hook = async () => {}
  const nonce = randomBytes(8).toString('hex')
  const begin = (file: string) => {
    started.push(file)
    hidden = lag
    const id = print.id + 1
    Object.assign(print, { word: 'PRINTING', message: '', file, id, percent: 0, remaining: 7200 })
  }
  const isRunning = () => ['PRINTING', 'PAUSED', 'ATTENTION'].includes(print.word)
  const noContent = () => new Response(null, { status: 204 })
  const routes: Readonly<
    Record<string, (name: string, request: Request) => Response | Promise<Response>>
  > = {
    'GET status': () => {
      const isHidden = hidden > 0
      if (isHidden) hidden -= 1
      const state = isHidden ? 'IDLE' : print.word
      const status_printer = { ok: print.message === '', message: print.message || 'OK' }
      const job = isRunning() && !isHidden ? { job: { id: print.id } } : {}
      const { nozzle, bed } = temperatures
      const heat = { temp_nozzle: nozzle.actual, target_nozzle: nozzle.target }
      const bedHeat = { temp_bed: bed.actual, target_bed: bed.target }
      return Response.json({ ...job, printer: { state, status_printer, ...heat, ...bedHeat } })
    },
    'GET job': () => {
      if (!isRunning()) return noContent()
      return Response.json({
        id: print.id,
        state: print.word === 'PRINTING' ? 'PRINTING' : 'PAUSED',
        progress: print.percent,
        time_remaining: print.remaining,
        time_printing: 1,
        file: { name: 'SHORT~1.GCO', display_name: print.file, path: '/usb', m_timestamp: 1 },
      })
    },
    'PUT job': (path) => {
      const [id, what] = path.split('/')
      if (id !== String(print.id)) return refused(404, 'Not Found')
      if (what !== 'pause' && what !== 'resume') return refused(400, 'Bad Request')
      if (refusedCommand !== null) return refused(409, refusedCommand)
      if (print.word !== (what === 'pause' ? 'PRINTING' : 'PAUSED')) return refused(409, 'Conflict')
      print.word = what === 'pause' ? 'PAUSED' : 'PRINTING'
      commands.push(what)
      return noContent()
    },
    'GET cameras': () =>
      picture === null ? refused(404, 'Not Found') : new Response(picture, { status: 200 }),
    'DELETE job': (id) => {
      if (id !== String(print.id)) return refused(404, 'Not Found')
      if (refusedCommand !== null) return refused(409, refusedCommand)
      if (!isRunning()) return refused(409, 'Conflict')
      print.word = 'STOPPED'
      commands.push('cancel')
      return noContent()
    },
    'GET storage': () => {
      const usb = { path: '/usb/', name: 'usb', type: 'USB', available: hasStick, read_only: false }
      const internal = { path: '/firmware', type: 'LOCAL', available: true, read_only: true }
      const space = free === null ? {} : { free_space: free }
      return Response.json({ storage_list: [internal, { ...usb, ...space }] })
    },
    'PUT files': async (path, request) => {
      if (request.headers.get('print-after-upload') !== '?0') return refused(400, 'Bad Request')
      const body = await request.text()
      if (refusal !== null) return refused(...refusal)
      const isWhole = Number(request.headers.get('content-length')) === body.length
      if (!isWhole) return refused(400, 'Truncated body')
      const file = path.replace('usb/', '')
      if (files.has(file) && request.headers.get('overwrite') !== '?1') {
        return refused(409, 'File already exists')
      }
      files.set(file, body)
      return Response.json({ name: file }, { status: 201 })
    },
    'GET files': (path) => {
      const file = path.replace('usb/', '')
      const size = files.get(file)?.length
      return size === undefined ? refused(404, 'Not Found') : Response.json({ name: file, size })
    },
    'DELETE files': (path) => {
      const file = path.replace('usb/', '')
      if (isRunning() && print.file === file) return refused(409, 'File is being printed')
      return files.delete(file) ? noContent() : refused(404, 'Not Found')
    },
    'POST files': (path) => {
      const file = path.replace('usb/', '')
      if (!files.has(file)) return refused(404, 'Not Found')
      if (!isRunning() && conflicts === 0) {
        begin(file)
        return noContent()
      }
      conflicts = Math.max(0, conflicts - 1)
      return refused(409, "Can't print right now")
    },
  }
  const respond = (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/v1/', '')
    const [area, ...rest] = path.split('/').map(decodeURIComponent)
    return routes[`${request.method} ${area}`]?.(rest.join('/'), request) ?? refused(404, '')
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      requests += 1
      const { pathname } = new URL(request.url)
      const route = `${request.method} ${pathname.split('/').slice(0, 4).join('/')}`
      if (!isAuthorized(request, challenge, nonce, password)) {
        const digest =
          challenge === 'md5'
            ? `Digest realm="Printer API", nonce="${nonce}", stale=false`
            : `Digest realm="Printer API", qop="auth, auth-int", algorithm=SHA-256, nonce="${nonce}"`
        return new Response('401: Unauthorized', {
          status: 401,
          headers: { 'www-authenticate': digest },
        })
      }
      if ((await hook(route, 'before')) === lost) return refused(500, '')
      const response = await respond(request)
      await hook(route, 'after')
      return response
    },
  })
  const gate = await openTcpGate({ host: '127.0.0.1', port: server.port ?? 0 })
  return {
    url: `http://127.0.0.1:${gate.port}`,
    gate,
    files,
    started: () => [...started],
    requests: () => requests,
    current: () => ({ word: print.word, file: print.file }),
    progress: (percent, remaining) => Object.assign(print, { percent, remaining }),
    setWord: (word, message = '') => Object.assign(print, { word, message }),
    finish: () => Object.assign(print, { word: 'FINISHED' }),
    stop: () => Object.assign(print, { word: 'STOPPED' }),
    dismiss: () => Object.assign(print, { word: 'IDLE' }),
    startOther: begin,
    setFile: (file, content) => void files.set(file, content),
    conflict: (times) => {
      conflicts = times
    },
    lag: (count) => {
      lag = count
    },
    setStick: (isThere) => {
      hasStick = isThere
    },
    setFree: (bytes) => {
      free = bytes
    },
    refuseUploads: (next) => {
      refusal = next
    },
    refuseCommands: (reason) => {
      refusedCommand = reason
    },
    commands: () => [...commands],
    setPicture: (bytes) => {
      picture = bytes
    },
    setPassword: (next) => {
      password = next
    },
    on: (call) => {
      hook = call
    },
    close: async () => {
      await gate.close()
      await server.stop(true)
    },
  }
}

const refused = (status: number, text: string) => new Response(`${status}: ${text}`, { status })

/** RFC 2069 for MD5, which the printers' firmware asks for, and RFC 7616 for SHA-256. */
function isAuthorized(
  request: Request,
  challenge: Challenge,
  nonce: string,
  password: string,
): boolean {
  const header = request.headers.get('authorization') ?? ''
  const field = (name: string) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(header)?.[1] ?? ''
  const hash = (text: string) => new Bun.CryptoHasher(challenge).update(text).digest('hex')
  const { pathname, search } = new URL(request.url)
  const secret = hash(`maker:Printer API:${password}`)
  const target = hash(`${request.method}:${pathname}${search}`)
  const middle =
    challenge === 'md5' ? nonce : `${nonce}:${field('nc')}:${field('cnonce')}:${field('qop')}`
  return (
    field('username') === 'maker' &&
    field('uri') === `${pathname}${search}` &&
    field('response') === hash(`${secret}:${middle}:${target}`)
  )
}
