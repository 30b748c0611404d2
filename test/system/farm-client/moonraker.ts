// A Klipper printer behind Moonraker, as far as the client uses it: paths, fields and statuses of
// https://moonraker.readthedocs.io/en/latest/external_api/ (file_manager, printer).
import { begin, json, openStandIn, type Routes, type Server, type StandIn } from './stand-in.ts'

const words = {
  idle: 'standby',
  printing: 'printing',
  complete: 'complete',
  stopped: 'cancelled',
} as const

export const moonrakerStandIn = (): StandIn =>
  openStandIn(words, routes, { apiKey: null, refusal: 401 })

const refused = (code: number, message: string) =>
  json({ error: { code, message, traceback: `ServerError: ${message}` } }, code)

const advice =
  'Once the underlying issue is corrected, use the\n"FIRMWARE_RESTART" command to reset the firmware'

/** In these states Klipper runs no command, and Moonraker only returns 'Unknown'. */
const isDown = ({ host }: Server) => host.state === 'shutdown' || host.state === 'error'

const routes: Routes = {
  'POST /server/files/upload': async (request, { files }) => {
    const form = await request.formData()
    const file = form.get('file')
    if (!(file instanceof File)) return refused(400, 'No file in the form')
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
  'POST /printer/print/start': (request, server) => {
    const file = new URL(request.url).searchParams.get('filename') ?? ''
    if (isDown(server)) return refused(400, 'Unknown')
    if (!server.files.has(file)) return refused(400, 'Unable to open file')
    if (server.refusing || server.print.state === words.printing) return refused(400, 'SD busy')
    begin(server, file, words.printing)
    return json({ result: 'ok' })
  },
  'POST /printer/print/cancel': (_request, server) => {
    if (isDown(server)) return refused(400, 'Unknown')
    server.print.state = words.stopped
    return json({ result: 'ok' })
  },
  'GET /printer/objects/query': (request, { print, host }) => {
    const { searchParams } = new URL(request.url)
    const asked = [...searchParams.keys()].join()
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
