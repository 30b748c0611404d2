// Klipper printers behind Moonraker: /server/files/upload, /printer/print/start, /printer/objects/query
// (https://moonraker.readthedocs.io/en/latest/external_api/).

import {
  conflict,
  noRedirect,
  numberOf,
  Refused,
  readTimeoutMs,
  record,
  requestJson,
  textOf,
  uploadTimeoutMs,
} from '../http.ts'
import { cameraUrlOf, fetchPicture } from '../pictures.ts'
import type { Missing, Printer, PrinterState } from '../printer.ts'
import { createRefusalCounter, failureLimit, isServerFailure, storeFile } from '../refusals.ts'
import { commandActions } from '../service/desk.ts'
import { temperatureOf } from '../temperatures.ts'

const otherPrint = 'It prints something else.'

const commandTimeoutMs = 10_000
/** Longer than other timeouts, because a cancellation is repeated while the print continues. */
const cancelTimeoutMs = 30_000

export function connectMoonraker({ url, apiKey }: { url: string; apiKey: string | null }): Printer {
  const headers: Record<string, string> = apiKey === null ? {} : { 'x-api-key': apiKey }
  const request = (path: string, init: RequestInit = {}) =>
    requestJson(`${url}${path}`, {
      headers,
      redirect: noRedirect,
      ...(init.method === undefined && { signal: AbortSignal.timeout(readTimeoutMs) }),
      ...init,
    }).catch((error: unknown) => {
      throw error instanceof Refused ? new Refused(error.status, messageOf(error)) : error
    })
  const post = (path: string) => request(path, { method: 'POST' })
  const query = '/printer/objects/query?webhooks&print_stats&virtual_sdcard'
  /** The command names no print. */
  const toPrint = async (file: string, path: string, timeoutMs = commandTimeoutMs) => {
    const now = stateOf(await request(query))
    if (now.kind !== 'printing' || now.file !== file) throw new Refused(conflict, otherPrint)
    // A macro may take minutes. The state shows when it has finished.
    await request(path, { method: 'POST', signal: AbortSignal.timeout(timeoutMs) })
  }
  const starts = createRefusalCounter(failureLimit, isServerFailure)
  let hasAll = false
  return {
    state: async () => {
      try {
        return stateOf(await request(query))
      } catch (error) {
        // 503: Klipper is not connected. 404: it is starting and has no such object yet.
        if (error instanceof Refused && (error.status === 503 || error.status === 404)) {
          return { kind: 'offline', reason: error.message }
        }
        throw error
      }
    },
    storedBytes: async (file) => {
      const response = await fetch(`${url}/server/files/gcodes/${encodeURIComponent(file)}`, {
        method: 'HEAD',
        headers,
        redirect: noRedirect,
        signal: AbortSignal.timeout(readTimeoutMs),
      })
      if (response.status === 404) return 0
      const length = response.headers.get('content-length')
      return response.ok && length !== null ? Number(length) : null
    },
    upload: async (file, bytes, sha256) => {
      const form = new FormData()
      form.set('root', 'gcodes')
      form.set('checksum', sha256)
      form.set('print', 'false')
      form.set('file', new Blob([bytes]), file)
      const signal = AbortSignal.timeout(uploadTimeoutMs)
      await storeFile('Moonraker', () =>
        request('/server/files/upload', { method: 'POST', body: form, signal }),
      )
    },
    start: async (file) => {
      await starts.guard(file, () =>
        post(`/printer/print/start?filename=${encodeURIComponent(file)}`),
      )
    },
    cancel: (file) => toPrint(file, '/printer/print/cancel', cancelTimeoutMs),
    pause: (file) => toPrint(file, '/printer/print/pause'),
    resume: (file) => toPrint(file, '/printer/print/resume'),
    temperatures: async () => {
      const { result } = await request('/printer/objects/query?extruder&heater_bed')
      const { extruder, heater_bed } = record(record(result)['status'])
      const of = (read: unknown) =>
        temperatureOf(record(read)['temperature'], record(read)['target'])
      return { nozzle: of(extruder), bed: of(heater_bed), chamber: null }
    },
    picture: async () => {
      const { result } = await request('/server/webcams/list')
      const { webcams } = record(result)
      const cameras = (Array.isArray(webcams) ? webcams : []).map(record)
      const camera = cameras.find(({ enabled }) => enabled !== false)
      // Web interfaces serve the cameras, at the usual port.
      const address = cameraUrlOf(
        textOf(camera?.['snapshot_url']),
        `http://${new URL(url).hostname}/`,
      )
      if (address === null) return { reason: 'Moonraker knows no webcam with snapshots.' }
      return await fetchPicture(address)
    },
    missing: async () => {
      // An incomplete configuration may be completed while the client runs.
      if (hasAll) return []
      const missing = missingOf(await request('/printer/objects/list'))
      hasAll = missing.length === 0
      return missing
    },
  }
}

/** Klipper's module [pause_resume] defines the commands for all three. */
function missingOf(body: Readonly<Record<string, unknown>>): readonly Missing[] {
  const { objects } = record(body['result'])
  if (!Array.isArray(objects) || objects.includes('pause_resume')) return []
  const reason = 'The Klipper configuration has no section [pause_resume].'
  return commandActions.map((feature) => ({ feature, reason }))
}

/** Returns Moonraker's error message. The response also contains the stack of its internal calls. */
function messageOf({ body }: Refused): string {
  try {
    return textOf(record(record(JSON.parse(body))['error'])['message']) || body
  } catch {
    // The response was not JSON.
    return body
  }
}

function stateOf(body: Readonly<Record<string, unknown>>): PrinterState {
  const status = record(record(body['result'])['status'])
  return hostState(status) ?? printState(status)
}

/**
 * Returns null while Klipper accepts commands. Otherwise, `print_stats` keeps outdated values: `paused` for a print
 * that an emergency stop ended, and `standby` for a printer that refuses every file.
 */
function hostState(status: Readonly<Record<string, unknown>>): PrinterState | null {
  const host = record(status['webhooks'])
  // The other lines are advice for a user at the console.
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

/**
 * Estimates the remaining time from the elapsed time after the first percent is printed, because Moonraker reports
 * none.
 */
function remainingOf(
  stats: Readonly<Record<string, unknown>>,
  progress: number | null,
): number | null {
  const seconds = numberOf(stats['print_duration'])
  if (seconds === null || progress === null || progress < 0.01) return null
  return Math.round((seconds * (1 - progress)) / progress)
}
