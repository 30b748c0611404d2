// A Klipper printer behind Moonraker, as far as the client uses it: paths, fields and statuses of
// https://moonraker.readthedocs.io/en/latest/external_api/ (file_manager, printer).
import {
  begin,
  type Command,
  command,
  json,
  openStandIn,
  type Routes,
  type Server,
  type StandIn,
  temperatures,
} from './stand-in.ts'

const words = {
  idle: 'standby',
  printing: 'printing',
  complete: 'complete',
  stopped: 'cancelled',
  paused: 'paused',
} as const

export const moonrakerStandIn = (): StandIn =>
  openStandIn(words, routes, { apiKey: null, refusal: 401 })

const refused = (code: number, message: string) =>
  json({ error: { code, message, traceback: `ServerError: ${message}` } }, code)

const advice =
  'Once the underlying issue is corrected, use the\n"FIRMWARE_RESTART" command to reset the firmware'

function commanded(server: Server, what: Command): Response {
  if (isDown(server)) return refused(400, 'Unknown')
  if (!server.canPause) return refused(400, 'Unknown command')
  const reason = command(server, what, words)
  return reason === null ? json({ result: 'ok' }) : refused(400, reason)
}

/** States in which Klipper runs no command, and Moonraker only returns 'Unknown'. */
const isDown = ({ host }: Server) => host.state === 'shutdown' || host.state === 'error'

const routes: Routes = {
  'POST /server/files/upload': async (request, { files, uploadRefusal }) => {
    const form = await request.formData()
    const file = form.get('file')
    if (!(file instanceof File)) return refused(400, 'No file in the form')
    if (uploadRefusal !== null) return refused(...uploadRefusal)
    const text = await file.text()
    const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex')
    if (form.get('checksum') !== hash) return refused(422, 'File checksum mismatch')
    files.set(file.name, text)
    const item = {
      path: file.name,
      root: 'gcodes',
      modified: 1,
      size: file.size,
      permissions: 'rw',
    }
    const stored = { item, print_started: false, print_queued: false, action: 'create_file' }
    return json({ result: stored }, 201)
  },
  'HEAD *': (request, { files }) => {
    const { pathname } = new URL(request.url)
    const file = files.get(decodeURIComponent(pathname.replace('/server/files/gcodes/', '')))
    return new Response(file, { status: file === undefined ? 404 : 200 })
  },
  'POST /printer/print/start': (request, server) => {
    const file = new URL(request.url).searchParams.get('filename') ?? ''
    if (isDown(server)) return refused(400, 'Unknown')
    if (!server.files.has(file)) return refused(400, 'Unable to open file')
    if (server.refusing || server.print.state === words.printing) return refused(400, 'SD busy')
    begin(server, file, words.printing)
    return json({ result: 'ok' })
  },
  'POST /printer/print/cancel': (_request, server) => commanded(server, 'cancel'),
  'POST /printer/print/pause': (_request, server) => commanded(server, 'pause'),
  'POST /printer/print/resume': (_request, server) => commanded(server, 'resume'),
  'GET /printer/objects/list': (_request, { canPause }) => {
    const objects = ['webhooks', 'print_stats', 'virtual_sdcard', 'extruder', 'heater_bed']
    return json({ result: { objects: canPause ? [...objects, 'pause_resume'] : objects } })
  },
  'GET /server/webcams/list': (request, { picture }) => {
    const { origin } = new URL(request.url)
    const webcam = {
      name: 'plate',
      enabled: true,
      snapshot_url: `${origin}/webcam/?action=snapshot`,
    }
    return json({ result: { webcams: picture === null ? [] : [webcam] } })
  },
  'GET /webcam/': (_request, { picture }) => new Response(picture),
  'GET /printer/objects/query': (request, { print, host }) => {
    const { searchParams } = new URL(request.url)
    const asked = [...searchParams.keys()].join()
    if (asked === 'extruder,heater_bed') {
      const { nozzle, bed } = temperatures
      const extruder = { temperature: nozzle.actual, target: nozzle.target, power: 0.4 }
      const heater_bed = { temperature: bed.actual, target: bed.target, power: 0.2 }
      return json({ result: { eventtime: 1, status: { extruder, heater_bed } } })
    }
    if (asked !== 'webhooks,print_stats,virtual_sdcard') return refused(400, 'Invalid argument')
    const { state, file, share, seconds, message } = print
    if (state === 'away') return refused(503, 'Klippy Host not connected')
    const durations = { total_duration: seconds, print_duration: seconds, filament_used: 0 }
    const status = {
      webhooks: { state: host.state, state_message: `${host.message}\n${advice}\n` },
      print_stats: { filename: file, ...durations, state, message, info: {} },
      virtual_sdcard: { progress: share, is_active: state === words.printing, file_position: 0 },
    }
    return json({ result: { eventtime: 1, status } })
  },
}
