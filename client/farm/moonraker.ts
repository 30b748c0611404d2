// Klipper printers behind Moonraker: /server/files/upload, /printer/print/start, /printer/objects/query
// (https://moonraker.readthedocs.io/en/latest/external_api/).
import { numberOf, Refused, record, requestJson, textOf } from './http.ts'
import type { Printer, PrinterState } from './printer.ts'

const uploadTimeoutMs = 10 * 60_000

export function connectMoonraker({ url, apiKey }: { url: string; apiKey: string | null }): Printer {
  const headers: Record<string, string> = apiKey === null ? {} : { 'x-api-key': apiKey }
  const post = (path: string) => requestJson(`${url}${path}`, { method: 'POST', headers })
  return {
    state: async () => {
      try {
        const query = '/printer/objects/query?print_stats&virtual_sdcard'
        return stateOf(await requestJson(`${url}${query}`, { headers }))
      } catch (error) {
        // 503: Klipper is not connected; 404: it is starting and has no such object yet.
        if (error instanceof Refused && (error.status === 503 || error.status === 404)) {
          return { kind: 'offline', reason: error.message }
        }
        throw error
      }
    },
    upload: async (file, bytes, sha256) => {
      const form = new FormData()
      form.set('root', 'gcodes')
      form.set('checksum', sha256)
      form.set('print', 'false')
      form.set('file', new Blob([bytes]), file)
      const signal = AbortSignal.timeout(uploadTimeoutMs)
      await requestJson(`${url}/server/files/upload`, {
        method: 'POST',
        headers,
        body: form,
        signal,
      })
    },
    start: async (file) => {
      await post(`/printer/print/start?filename=${encodeURIComponent(file)}`)
    },
    cancel: async () => {
      await post('/printer/print/cancel')
    },
  }
}

function stateOf(body: Readonly<Record<string, unknown>>): PrinterState {
  const status = record(record(body['result'])['status'])
  const stats = record(status['print_stats'])
  const file = textOf(stats['filename'])
  const progress = numberOf(record(status['virtual_sdcard'])['progress'])
  const word = textOf(stats['state'])
  switch (word) {
    case 'standby':
      return { kind: 'idle' }
    case 'printing':
    case 'paused':
      return {
        kind: 'printing',
        file,
        isPaused: word === 'paused',
        progress,
        remainingSeconds: remainingOf(stats, progress),
      }
    case 'complete':
      return { kind: 'complete', file }
    case 'cancelled':
      return { kind: 'cancelled', file }
    case 'error':
      return {
        kind: 'error',
        file,
        reason: textOf(stats['message']) || 'Klipper reports an error.',
      }
    default:
      return { kind: 'offline', reason: 'Klipper reports no state.' }
  }
}

/** Moonraker states no remaining time: it is estimated from the time so far, once the first percent is printed. */
function remainingOf(
  stats: Readonly<Record<string, unknown>>,
  progress: number | null,
): number | null {
  const seconds = numberOf(stats['print_duration'])
  if (seconds === null || progress === null || progress < 0.01) return null
  return Math.round((seconds * (1 - progress)) / progress)
}
