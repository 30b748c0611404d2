// Klipper printers behind Moonraker: /server/files/upload, /printer/print/start, /printer/objects/query
// (https://moonraker.readthedocs.io/en/latest/external_api/).
import { numberOf, Refused, record, requestJson, textOf } from './http.ts'
import type { Printer, PrinterState } from './printer.ts'

const uploadTimeoutMs = 10 * 60_000

export function connectMoonraker({ url, apiKey }: { url: string; apiKey: string | null }): Printer {
  const headers: Record<string, string> = apiKey === null ? {} : { 'x-api-key': apiKey }
  const request = (path: string, init: RequestInit = {}) =>
    requestJson(`${url}${path}`, { headers, ...init }).catch((error: unknown) => {
      throw error instanceof Refused ? new Refused(error.status, messageOf(error)) : error
    })
  const post = (path: string) => request(path, { method: 'POST' })
  return {
    state: async () => {
      try {
        return stateOf(await request('/printer/objects/query?webhooks&print_stats&virtual_sdcard'))
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
      await request('/server/files/upload', { method: 'POST', body: form, signal })
    },
    start: async (file) => {
      await post(`/printer/print/start?filename=${encodeURIComponent(file)}`)
    },
    cancel: async () => {
      await post('/printer/print/cancel')
    },
  }
}

/** What Moonraker says; its response has the stack of its own calls besides. */
function messageOf({ body }: Refused): string {
  try {
    return textOf(record(record(JSON.parse(body))['error'])['message']) || body
  } catch {
    // The response was no JSON.
    return body
  }
}

function stateOf(body: Readonly<Record<string, unknown>>): PrinterState {
  const status = record(record(body['result'])['status'])
  return hostState(status) ?? printState(status)
}

/**
 * Null while Klipper takes commands. Without it `print_stats` keeps what it said before: `paused` of a print that an emergency stop
 * ended, and `standby` of a printer that refuses every file.
 */
function hostState(status: Readonly<Record<string, unknown>>): PrinterState | null {
  const host = record(status['webhooks'])
  // The rest of the lines is advice for the person at the console.
  const reason = textOf(host['state_message']).trim().split('\n')[0] ?? ''
  switch (textOf(host['state'])) {
    case 'startup':
      return { kind: 'offline', reason: reason || 'Klipper starts.' }
    case 'shutdown':
    case 'error': {
      const stats = record(status['print_stats'])
      const isComplete = stats['state'] === 'complete'
      const file = textOf(stats['filename'])
      return { kind: 'error', file, isComplete, reason: reason || 'Klipper has shut down.' }
    }
    default:
      return null
  }
}

function printState(status: Readonly<Record<string, unknown>>): PrinterState {
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
      return { kind: 'cancelled', file, reason: null }
    case 'error': {
      const reason = textOf(stats['message']) || 'Klipper reports an error.'
      return { kind: 'cancelled', file, reason }
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
