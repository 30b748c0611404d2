// Prusa printers: PrusaLink's /api/v1 (https://github.com/prusa3d/Prusa-Link-Web, spec/openapi.yaml).

import {
  conflict,
  maxTextBytes,
  noRedirect,
  numberOf,
  Refused,
  readTimeoutMs,
  record,
  requestTimeoutMs,
  shareOf,
  textOf,
  uploadTimeoutMs,
} from '../http.ts'
import { fetchPicture } from '../pictures.ts'
import type { Memo, Printer, PrinterState } from '../printer.ts'
import { readText } from '../read-body.ts'
import { createRefusalCounter, missingBytes, Unavailable, unavailableMs } from '../refusals.ts'
import { temperatureOf } from '../temperatures.ts'
import { createDigestFetch } from './digest.ts'

export type PrusaLinkSettings = {
  readonly url: string
  readonly user: string
  readonly password: string | null
  /** Sent instead of user and password if there is no password. */
  readonly apiKey: string | null
  /** Name such as `usb` or `local`; null = the first writable storage. */
  readonly storage: string | null
}

/** Number of consecutive conflicts after which a refused upload or start counts as final. */
const conflictLimit = 5
/** Number of attempts to read a consistent state. */
const maxReads = 3

type Json = Readonly<Record<string, unknown>>
/** An upload for which there was not enough space: the free bytes at that time, if the printer states them. */
type Shortage = {
  readonly reason: string
  readonly sizeBytes: number
  readonly freeBytes: number | null
  readonly until: number
}
/** The last print. The firmware names no file after a print has ended, so its id identifies the file. */
type PrintJob = { readonly id: number; readonly file: string }

/** `memo` stores the last observed print job, because the printer names the file of a print only while it runs. */
export function connectPrusaLink(settings: PrusaLinkSettings, memo: Memo): Printer {
  const send = senderOf(settings)
  const request = requester(settings, send)
  const jobs = printJobs(request, memo)
  return {
    hasOwnScreen: true,
    state: () => readState(request, jobs),
    ...storedFiles(request, settings.storage, createRefusalCounter(conflictLimit)),
    cancel: async (file) => {
      const path = await jobs.pathOf(file)
      if (path !== null) await request(path, { method: 'DELETE' })
    },
    pause: (file) => jobs.change(file, 'pause'),
    resume: (file) => jobs.change(file, 'resume'),
    temperatures: async () => {
      const read = record((await request('/api/v1/status'))['printer'])
      return {
        nozzle: temperatureOf(read['temp_nozzle'], read['target_nozzle']),
        bed: temperatureOf(read['temp_bed'], read['target_bed']),
        chamber: null,
      }
    },
    picture: () =>
      fetchPicture(`${settings.url}/api/v1/cameras/snap`, { headers: keyHeaders(settings) }, send),
  }
}

type PrintJobs = ReturnType<typeof printJobs>

/** Returns the calls about the print job, of which the printer has one at a time. */
function printJobs(request: SendRequest, memo: Memo) {
  const read = async (): Promise<Json | null> => {
    const body = await request('/api/v1/job')
    return Object.keys(body).length === 0 ? null : body
  }
  /** Returns id and file of the job, and stores them. */
  const observe = (job: Json): PrintJob | null => {
    const id = numberOf(job['id'])
    const { display_name, name } = record(job['file'])
    const file = textOf(display_name) || textOf(name)
    if (id === null || file === '') return null
    const seen = { id, file }
    if (memo.read() !== JSON.stringify(seen)) memo.write(JSON.stringify(seen))
    return seen
  }
  /** Path of the job that prints the file; null if none does. It has the job's id, so that a job that has begun since is not changed. */
  const pathOf = async (file: string): Promise<string | null> => {
    const job = await read()
    const seen = job === null ? null : observe(job)
    return seen?.file === file ? `/api/v1/job/${seen.id}` : null
  }
  return {
    read,
    observe,
    pathOf,
    change: async (file: string, what: 'pause' | 'resume'): Promise<void> => {
      const path = await pathOf(file)
      if (path === null) throw new Refused(conflict, 'It prints something else.')
      await request(`${path}/${what}`, { method: 'PUT' })
    },
    /** Returns the file of the ended job by its id. `continue` has no effect on that job, and returns 404 for any id but the last one. */
    endedFile: async (): Promise<string> => {
      const last = printJobOf(memo.read())
      if (last === null) return ''
      try {
        await request(`/api/v1/job/${last.id}/continue`, { method: 'PUT' })
        return last.file
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return error.status === notFound ? '' : last.file
      }
    },
  }
}

async function readState(request: SendRequest, jobs: PrintJobs): Promise<PrinterState> {
  for (let read = 0; read < maxReads; read += 1) {
    const state = await readStateOnce(request, jobs)
    if (state !== null) return state
  }
  return { kind: 'offline', reason: 'The printer reports a state and a print that disagree.' }
}

/** Returns null if the print changed between the two requests. */
async function readStateOnce(request: SendRequest, jobs: PrintJobs): Promise<PrinterState | null> {
  const status = await request('/api/v1/status')
  const word = textOf(record(status['printer'])['state'])
  if (word === 'IDLE' || word === 'READY') return { kind: 'idle' }
  const job = await jobs.read()
  if (job !== null && !belongTogether(status, word, job)) return null
  const seen = job === null ? null : jobs.observe(job)
  if (word === 'FINISHED' || word === 'STOPPED') {
    const file = seen?.file ?? (await jobs.endedFile())
    return word === 'FINISHED'
      ? { kind: 'complete', file }
      : { kind: 'cancelled', file, reason: null }
  }
  return runningState(word, status, job, seen)
}

type FileCalls = Pick<Printer, 'unavailable' | 'storedBytes' | 'upload' | 'remove' | 'start'>

/** Returns the files of the storage `wanted`, and what the storage lacks. */
function storedFiles(
  request: SendRequest,
  wanted: string | null,
  conflicts: ReturnType<typeof createRefusalCounter>,
): FileCalls {
  let shortage: Shortage | null = null
  return {
    unavailable: async () => {
      try {
        const { freeBytes } = await writableStorage(request, wanted)
        if (shortage !== null && !isShort(shortage, freeBytes)) shortage = null
        return shortage?.reason ?? null
      } catch (error) {
        if (error instanceof Unavailable) return error.message
        throw error
      }
    },
    upload: async (file, bytes) => {
      const { name, freeBytes } = await writableStorage(request, wanted)
      const short = (reason: string) => {
        const until = Date.now() + unavailableMs
        shortage = { reason, sizeBytes: bytes.length, freeBytes, until }
        return new Unavailable(reason)
      }
      if (freeBytes !== null && freeBytes < bytes.length) {
        throw short(
          `The printer's storage is full: ${megabytes(freeBytes)} MB are free, the file has ${megabytes(bytes.length)} MB.`,
        )
      }
      try {
        await conflicts.guard(file, () =>
          request(pathOf(name, file), {
            method: 'PUT',
            headers: {
              'content-type': 'application/octet-stream',
              overwrite: '?1',
              'print-after-upload': '?0',
            },
            body: bytes,
            signal: AbortSignal.timeout(uploadTimeoutMs),
          }),
        )
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== insufficientStorage) throw error
        throw short(error.body || "The printer's storage is full.")
      }
    },
    storedBytes: async (file) => {
      const { name } = await writableStorage(request, wanted)
      try {
        return numberOf((await request(pathOf(name, file)))['size'])
      } catch (error) {
        return missingBytes(error)
      }
    },
    remove: async (file) => {
      const { name } = await writableStorage(request, wanted)
      try {
        await request(pathOf(name, file), { method: 'DELETE' })
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== notFound) throw error
      }
    },
    start: async (file) => {
      const { name } = await writableStorage(request, wanted)
      await conflicts.guard(file, () => request(pathOf(name, file), { method: 'POST' }))
    },
  }
}

/** Whether status and print job belong to the same print, and either both or neither have ended. */
function belongTogether(status: Json, word: string, job: Json): boolean {
  const statusId = numberOf(record(status['job'])['id'])
  if (statusId !== null && statusId !== numberOf(job['id'])) return false
  const jobWord = textOf(job['state'])
  const isEnd = (each: string) => each === 'FINISHED' || each === 'STOPPED'
  return jobWord === '' || jobWord === word || !(isEnd(jobWord) || isEnd(word))
}

type Send = (url: string, init?: RequestInit) => Promise<Response>

const senderOf = ({ user, password }: PrusaLinkSettings): Send =>
  password === null ? fetch : createDigestFetch({ user, password })

const keyHeaders = ({
  password,
  apiKey,
}: Pick<PrusaLinkSettings, 'password' | 'apiKey'>): Record<string, string> =>
  password === null && apiKey !== null ? { 'x-api-key': apiKey } : {}

/** Creates the function for requests, which throws Refused with the printer's message. */
function requester({ url, ...settings }: PrusaLinkSettings, send: Send) {
  const key = keyHeaders(settings)
  return async (path: string, init: RequestInit = {}): Promise<Json> => {
    const response = await send(`${url}${path}`, {
      signal: AbortSignal.timeout(init.method === undefined ? readTimeoutMs : requestTimeoutMs),
      redirect: noRedirect,
      ...init,
      headers: { accept: 'application/json', ...key, ...init.headers },
    })
    const text = await readText(response, maxTextBytes)
    if (response.ok) return text === '' || init.method === 'PUT' ? {} : record(JSON.parse(text))
    if (response.status === 401 || response.status === 403) {
      throw new Error(
        `PrusaLink refuses the user and password, or the API key (${response.status}).`,
      )
    }
    throw new Refused(response.status, sentenceOf(text))
  }
}

/** Returns title and text of an error, or its plain text without the leading status. */
function sentenceOf(body: string): string {
  try {
    const { title, text, message } = record(JSON.parse(body))
    const words = [title, textOf(text) || message].map(textOf).filter((part) => part !== '')
    return words.join('. ') || body
  } catch {
    // The response was not JSON.
    return body.replace(/^\d{3}: /, '')
  }
}

function printJobOf(text: string | null): PrintJob | null {
  if (text === null) return null
  const { id, file } = record(JSON.parse(text))
  const number = numberOf(id)
  return number === null ? null : { id: number, file: textOf(file) }
}

const unnamed = 'a print without a name'

function runningState(
  word: string,
  status: Json,
  job: Json | null,
  seen: PrintJob | null,
): PrinterState {
  const { message } = record(record(status['printer'])['status_printer'])
  if (word === 'ERROR') {
    const reason = textOf(message) || 'The printer reports an error.'
    // A lost connection between a Raspberry Pi and its printer is also reported as an error. None of these errors is caused by the job.
    return { kind: 'error', file: '', isComplete: false, reason }
  }
  // The specification spells the state with three T, and printers with two. The printer waits for a person, for example for filament.
  const isAttention = word === 'ATTENTION' || word === 'ATTTENTION'
  if (job !== null) {
    const percent = numberOf(job['progress'])
    return {
      kind: 'printing',
      file: seen?.file ?? unnamed,
      isPaused: isAttention || word === 'PAUSED',
      progress: shareOf(percent),
      remainingSeconds: numberOf(job['time_remaining']),
    }
  }
  if (isAttention) {
    const reason = textOf(message) || 'The printer asks a question on its screen.'
    return { kind: 'offline', reason }
  }
  // The printer also reports this while it recovers from a crash or a power cut, which says nothing about the print.
  return { kind: 'offline', reason: `The printer is ${word || 'in an unknown state'}.` }
}

type SendRequest = (path: string, init?: RequestInit) => Promise<Json>

type Storage = { readonly name: string; readonly freeBytes: number | null }

/** Returns the storage for files. Throws Unavailable if there is none. */
async function writableStorage(request: SendRequest, wanted: string | null): Promise<Storage> {
  const { storage_list } = await request('/api/v1/storage')
  const storages = (Array.isArray(storage_list) ? storage_list : []).map(record)
  const fits = (storage: Json) => wanted === null || nameOf(storage) === wanted
  const found = storages.find(
    (storage) => storage['available'] !== false && storage['read_only'] !== true && fits(storage),
  )
  if (found === undefined) {
    const which = wanted === null ? 'storage' : `storage ${wanted}`
    throw new Unavailable(`The printer has no ${which} that can be written.`)
  }
  return { name: nameOf(found), freeBytes: numberOf(found['free_space']) }
}

/** Whether the storage is unchanged or has less space than the file needs. Another file may fit, so one is tried later. */
function isShort({ sizeBytes, freeBytes, until }: Shortage, free: number | null): boolean {
  if (Date.now() >= until) return false
  return free === freeBytes || (free !== null && free < sizeBytes)
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

const insufficientStorage = 507
const notFound = 404

const nameOf = ({ path }: Json): string => textOf(path).split('/').filter(Boolean).join('/')

const pathOf = (storage: string, file: string): string =>
  `/api/v1/files/${encodeURIComponent(storage)}/${encodeURIComponent(file)}`
