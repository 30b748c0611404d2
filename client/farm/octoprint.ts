// Printers behind OctoPrint: /api/files/local and /api/job (https://docs.octoprint.org/en/master/api/).
import { numberOf, record, requestJson, textOf } from './http.ts'
import type { Printer, PrinterState } from './printer.ts'

const uploadTimeoutMs = 10 * 60_000

export function connectOctoPrint({ url, apiKey }: { url: string; apiKey: string | null }): Printer {
  const headers: Record<string, string> = apiKey === null ? {} : { 'x-api-key': apiKey }
  const json = { ...headers, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    requestJson(`${url}${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
  return {
    state: async () => stateOf(await requestJson(`${url}/api/job`, { headers })),
    upload: async (file, bytes) => {
      const form = new FormData()
      form.set('select', 'false')
      form.set('print', 'false')
      form.set('file', new Blob([bytes]), file)
      const signal = AbortSignal.timeout(uploadTimeoutMs)
      await requestJson(`${url}/api/files/local`, { method: 'POST', headers, body: form, signal })
    },
    start: async (file) => {
      await post(`/api/files/local/${encodeURIComponent(file)}`, { command: 'select', print: true })
    },
    cancel: async () => {
      await post('/api/job', { command: 'cancel' })
    },
  }
}

/** OctoPrint keeps the last file selected: whether it was printed to its end shows in the completion. */
function stateOf(body: Readonly<Record<string, unknown>>): PrinterState {
  const word = textOf(body['state'])
  const file = textOf(record(record(body['job'])['file'])['name'])
  const { completion, printTimeLeft } = record(body['progress'])
  const percent = numberOf(completion)
  if (/^(Printing|Paus|Resum|Finish|Starting|Cancel)/.test(word)) {
    const progress = percent === null ? null : Math.min(1, percent / 100)
    const isPaused = word.startsWith('Paus')
    return { kind: 'printing', file, isPaused, progress, remainingSeconds: numberOf(printTimeLeft) }
  }
  if (word.startsWith('Operational')) {
    if (file === '' || percent === null || percent === 0) return { kind: 'idle' }
    return percent >= 100 ? { kind: 'complete', file } : { kind: 'cancelled', file, reason: null }
  }
  const reason = textOf(body['error']) || word
  // `Offline after error`: the connection was lost, which says nothing about the print.
  if (!word.startsWith('Error')) return { kind: 'offline', reason }
  return { kind: 'error', file, isComplete: false, reason }
}
