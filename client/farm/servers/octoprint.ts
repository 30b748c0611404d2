// Printers behind OctoPrint: /api/files/local and /api/job (https://docs.octoprint.org/en/master/api/).
import {
  conflict,
  noRedirect,
  numberOf,
  Refused,
  readTimeoutMs,
  record,
  requestJson,
  shareOf,
  textOf,
  uploadTimeoutMs,
} from '../http.ts'
import { cameraUrlOf, fetchPicture } from '../pictures.ts'
import type { Printer, PrinterState } from '../printer.ts'
import {
  createRefusalCounter,
  failureLimit,
  isServerFailure,
  missingBytes,
  storeFile,
} from '../refusals.ts'
import { temperatureOf } from '../temperatures.ts'

const pathOf = (file: string): string => `/api/files/local/${encodeURIComponent(file)}`

const otherPrint = 'It prints something else.'

export function connectOctoPrint({ url, apiKey }: { url: string; apiKey: string | null }): Printer {
  const headers: Record<string, string> = apiKey === null ? {} : { 'x-api-key': apiKey }
  const json = { ...headers, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    requestJson(`${url}${path}`, {
      method: 'POST',
      redirect: noRedirect,
      headers: json,
      body: JSON.stringify(body),
    })
  const get = (path: string) =>
    requestJson(`${url}${path}`, {
      headers,
      redirect: noRedirect,
      signal: AbortSignal.timeout(readTimeoutMs),
    })
  const readState = async () => stateOf(await get('/api/job'))
  /** The command names no print. */
  const toPrint = async (file: string, body: object) => {
    const now = await readState()
    if (now.kind !== 'printing' || now.file !== file) throw new Refused(conflict, otherPrint)
    await post('/api/job', body)
  }
  const starts = createRefusalCounter(failureLimit, isServerFailure)
  return {
    state: readState,
    storedBytes: async (file) => {
      try {
        return numberOf((await get(pathOf(file)))['size'])
      } catch (error) {
        return missingBytes(error)
      }
    },
    upload: async (file, bytes) => {
      const form = new FormData()
      form.set('select', 'false')
      form.set('print', 'false')
      form.set('file', new Blob([bytes]), file)
      const signal = AbortSignal.timeout(uploadTimeoutMs)
      await storeFile('OctoPrint', () =>
        requestJson(`${url}/api/files/local`, {
          method: 'POST',
          redirect: noRedirect,
          headers,
          body: form,
          signal,
        }),
      )
    },
    start: async (file) => {
      await starts.guard(file, () => post(pathOf(file), { command: 'select', print: true }))
    },
    cancel: (file) => toPrint(file, { command: 'cancel' }),
    pause: (file) => toPrint(file, { command: 'pause', action: 'pause' }),
    resume: (file) => toPrint(file, { command: 'pause', action: 'resume' }),
    temperatures: async () => {
      try {
        const { temperature } = await get('/api/printer?exclude=sd,state')
        const { tool0, bed, chamber } = record(temperature)
        const [nozzle, plate, air] = [tool0, bed, chamber].map((read) => {
          const { actual, target } = record(read)
          return temperatureOf(actual, target)
        })
        return { nozzle: nozzle ?? null, bed: plate ?? null, chamber: air ?? null }
      } catch (error) {
        // The printer is not connected to OctoPrint.
        if (error instanceof Refused && error.status === conflict) return null
        throw error
      }
    },
    picture: async () => {
      const { webcam } = await get('/api/settings')
      const camera = cameraUrlOf(textOf(record(webcam)['snapshotUrl']), url)
      if (camera === null) return { reason: 'OctoPrint has no address for snapshots of a webcam.' }
      return await fetchPicture(camera)
    },
  }
}

/**
 * Returns the state. OctoPrint keeps the last file selected, so the completion shows whether it was printed to the end.
 */
function stateOf(body: Readonly<Record<string, unknown>>): PrinterState {
  const word = textOf(body['state'])
  const file = textOf(record(record(body['job'])['file'])['name'])
  const { completion, printTimeLeft } = record(body['progress'])
  const percent = numberOf(completion)
  if (/^(Printing|Paus|Resum|Finish|Starting|Cancel)/.test(word)) {
    const progress = shareOf(percent)
    const isPaused = word.startsWith('Paus')
    return { kind: 'printing', file, isPaused, progress, remainingSeconds: numberOf(printTimeLeft) }
  }
  if (word.startsWith('Operational')) {
    if (file === '' || percent === null || percent === 0) return { kind: 'idle' }
    return percent >= 100 ? { kind: 'complete', file } : { kind: 'cancelled', file, reason: null }
  }
  const reason = textOf(body['error']) || word
  // `Offline after error`: the connection was lost, which does not affect the print.
  if (!word.startsWith('Error')) return { kind: 'offline', reason }
  return { kind: 'error', file, isComplete: false, reason }
}
