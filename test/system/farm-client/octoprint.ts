// A printer behind OctoPrint, as far as the client uses it: paths, fields and statuses of
// https://docs.octoprint.org/en/master/api/ (files, job).
import {
  begin,
  command,
  json,
  openStandIn,
  type Routes,
  type Server,
  type StandIn,
  temperatures,
} from './stand-in.ts'

/**
 * OctoPrint has no state for a finished print: it is operational, and the completion shows the progress of the print.
 */
const words = {
  idle: 'Operational',
  printing: 'Printing',
  complete: 'Operational',
  stopped: 'Operational',
  paused: 'Paused',
} as const

export const octoPrintStandIn = (apiKey: string): StandIn =>
  openStandIn(words, routes, { apiKey, refusal: 403 })

const noContent = () => new Response(null, { status: 204 })

const routes: Routes = {
  'GET /api/job': (_request, { print }) => {
    const { state, file, share, seconds, message } = print
    const isSelected = file !== ''
    return json({
      job: { file: { name: isSelected ? file : null, origin: isSelected ? 'local' : null } },
      progress: {
        completion: isSelected ? share * 100 : null,
        printTimeLeft: state === words.printing ? seconds : null,
      },
      state,
      ...(message === '' ? {} : { error: message }),
    })
  },
  'POST /api/files/local': async (request, { files, uploadRefusal }) => {
    const file = (await request.formData()).get('file')
    if (!(file instanceof File)) return json({ error: 'No file to upload' }, 400)
    if (uploadRefusal !== null) return json({ error: uploadRefusal[1] }, uploadRefusal[0])
    files.set(file.name, await file.text())
    const stored = { name: file.name, path: file.name, origin: 'local', refs: {} }
    const effects = { effectivePrint: false, effectiveSelect: false }
    return json({ done: true, ...effects, files: { local: stored } }, 201)
  },
  'POST /api/job': async (request, server) => {
    const body = (await request.json()) as { command?: unknown; action?: unknown }
    const what = body.command === 'pause' ? body.action : body.command
    if (what !== 'pause' && what !== 'resume' && what !== 'cancel') {
      return json({ error: 'Bad request' }, 400)
    }
    const reason = command(server, what, words)
    return reason === null ? noContent() : json({ error: reason }, 409)
  },
  'GET /api/printer': () => {
    const { nozzle, bed } = temperatures
    const offset = { offset: 0 }
    return json({ temperature: { tool0: { ...nozzle, ...offset }, bed: { ...bed, ...offset } } })
  },
  'GET /api/settings': (request, { picture }) => {
    const snapshotUrl =
      picture === null ? '' : `${new URL(request.url).origin}/webcam/?action=snapshot`
    return json({ webcam: { webcamEnabled: true, snapshotUrl } })
  },
  'GET /webcam/': (_request, { picture }) => new Response(picture),
  'GET *': (request, { files }) => {
    const { pathname } = new URL(request.url)
    const file = files.get(decodeURIComponent(pathname.replace('/api/files/local/', '')))
    return file === undefined ? json({ error: 'Not found' }, 404) : json({ size: file.length })
  },
  'POST *': async (request, server) => {
    const { pathname } = new URL(request.url)
    const file = decodeURIComponent(pathname.replace('/api/files/local/', ''))
    if (!server.files.has(file)) return json({ error: 'Not found' }, 404)
    return (await commandOf(request)) === 'select' ? select(server, file) : json({}, 400)
  },
}

async function commandOf(request: Request): Promise<unknown> {
  const body: unknown = await request.json()
  return typeof body === 'object' && body !== null && 'command' in body ? body.command : null
}

function select(server: Server, file: string): Response {
  const isReady = server.print.state === words.idle && !server.refusing
  if (!isReady) return json({ error: 'Printer is not operational' }, 409)
  begin(server, file, words.printing)
  return noContent()
}
