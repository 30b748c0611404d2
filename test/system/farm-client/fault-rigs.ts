// The four kinds of printers with one interface, for the table of faults.
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { SLICED } from '../../../testing/people/farm.ts'
import type { FilePart } from '../../../testing/people/submit.ts'
import { openTcpGate, type TcpGate } from '../../../testing/service/tcp-gate.ts'
import { bambuStandIn } from './bambu.ts'
import { moonrakerStandIn } from './moonraker.ts'
import { octoPrintStandIn } from './octoprint.ts'
import { prusaLinkPassword, prusaLinkStandIn } from './prusalink.ts'
import type { StandIn } from './stand-in.ts'

/** What the client asks of a printer. */
export type PrinterRequest = 'upload' | 'start'
export type PrinterMoment = 'before' | 'after'

export type FaultRig = {
  /** The printer's entry in `PRINTERS`. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The customer's file that it prints. */
  readonly file: FilePart
  readonly gate: TcpGate
  /** Names of the stored files. */
  readonly stored: () => readonly string[]
  readonly contentOf: (file: string) => string
  readonly setContent: (file: string, content: string) => void
  /** Started files, in order, whoever started them. */
  readonly started: () => readonly string[]
  readonly isRunning: () => boolean
  /** The print runs, with most of it ahead. */
  readonly progress: () => void
  readonly pause: () => void
  readonly resume: () => void
  readonly finish: () => void
  /** The printer loses its power and comes back. */
  readonly powerCut: () => void
  /** A person starts the file at the printer. */
  readonly startByHand: (file: string) => void
  /** Refuses files as a full card does. */
  readonly setFull: (isFull: boolean) => void
  readonly on: (call: (request: PrinterRequest, moment: PrinterMoment) => Promise<unknown>) => void
  readonly close: () => Promise<void>
}

type WebSettings = {
  readonly kind: string
  readonly apiKey?: string
  readonly words: { readonly printing: string; readonly paused: string }
  readonly full: readonly [number, string]
  readonly requestOf: (route: string) => PrinterRequest | null
}

async function webRig(
  standIn: StandIn,
  { kind, apiKey, words, full, requestOf }: WebSettings,
): Promise<FaultRig> {
  const gate = await openTcpGate({ host: '127.0.0.1', port: Number(new URL(standIn.url).port) })
  const { printing, paused } = words
  return {
    settings: {
      kind,
      url: `http://127.0.0.1:${gate.port}`,
      ...(apiKey !== undefined && { apiKey }),
    },
    file: SLICED,
    gate,
    stored: () => [...standIn.files.keys()],
    contentOf: (file) => standIn.files.get(file) ?? '',
    setContent: standIn.setFile,
    started: standIn.started,
    isRunning: () => [printing, paused].includes(standIn.current().state),
    progress: () => standIn.progress(0.1, 600),
    pause: () => standIn.setState(paused),
    resume: () => standIn.setState(printing),
    finish: standIn.finish,
    powerCut: standIn.restart,
    startByHand: standIn.startByHand,
    setFull: (isFull) => standIn.refuseUploads(isFull ? full : null),
    on: (call) =>
      standIn.on(async (route, moment) => {
        const request = requestOf(route)
        return request === null ? null : await call(request, moment)
      }),
    close: async () => {
      await gate.close()
      await standIn.close()
    },
  }
}

async function prusaLinkRig(): Promise<FaultRig> {
  const printer = await prusaLinkStandIn()
  return {
    settings: { kind: 'prusalink', url: printer.url, password: prusaLinkPassword },
    file: SLICED,
    gate: printer.gate,
    stored: () => [...printer.files.keys()],
    contentOf: (file) => printer.files.get(file) ?? '',
    setContent: printer.setFile,
    started: printer.started,
    isRunning: () => ['PRINTING', 'PAUSED'].includes(printer.current().word),
    progress: () => printer.progress(10, 7200),
    pause: () => printer.setWord('PAUSED'),
    resume: () => printer.setWord('PRINTING'),
    finish: printer.finish,
    powerCut: printer.dismiss,
    startByHand: printer.startOther,
    setFull: (isFull) => printer.refuseUploads(isFull ? [507, 'USB drive full'] : null),
    on: (call) =>
      printer.on(async (route, moment) => {
        if (route === 'PUT /api/v1/files') return await call('upload', moment)
        return route === 'POST /api/v1/files' ? await call('start', moment) : null
      }),
    close: printer.close,
  }
}

const sliced = gcode({ lengthMm: 1000, grams: 3, time: '1h 0m 0s' })

async function bambuRig(): Promise<FaultRig> {
  const printer = await bambuStandIn()
  return {
    settings: printer.settings,
    file: { name: 'part.gcode.3mf', bytes: slicedArchive([sliced]) },
    gate: printer.gate,
    stored: () => [...printer.files.keys()],
    contentOf: (file) => Buffer.from(printer.files.get(file) ?? []).toString('latin1'),
    setContent: (file, content) => printer.setFile(file, Buffer.from(content, 'latin1')),
    started: printer.started,
    isRunning: () => ['PREPARE', 'RUNNING', 'PAUSE'].includes(printer.current().word),
    progress: () => printer.progress(10, 120),
    pause: () => printer.setWord('PAUSE'),
    resume: () => printer.setWord('RUNNING'),
    finish: () => printer.setWord('FINISH'),
    powerCut: printer.powerCut,
    startByHand: printer.startOther,
    setFull: (isFull) => printer.refuseUploads(isFull ? '552 Storage full' : null),
    on: (call) =>
      printer.on(async (what, moment) => {
        if (what === 'STOR') return await call('upload', moment)
        return what === 'project_file' ? await call('start', moment) : null
      }),
    close: printer.close,
  }
}

/** Opens a rig of each kind. A full disk is what OctoPrint and Moonraker respond with to `ENOSPC`. */
export const faultRigs: Readonly<Record<string, () => Promise<FaultRig>>> = {
  'Bambu Lab': bambuRig,
  PrusaLink: prusaLinkRig,
  Moonraker: () =>
    webRig(moonrakerStandIn(), {
      kind: 'moonraker',
      words: { printing: 'printing', paused: 'paused' },
      full: [500, 'File Upload Parsing Failed'],
      requestOf: (route) => {
        if (route === 'POST /server/files/upload') return 'upload'
        return route === 'POST /printer/print/start' ? 'start' : null
      },
    }),
  OctoPrint: () =>
    webRig(octoPrintStandIn('octo-key'), {
      kind: 'octoprint',
      apiKey: 'octo-key',
      words: { printing: 'Printing', paused: 'Paused' },
      full: [500, 'No space left on device'],
      requestOf: (route) => {
        if (route === 'POST /api/files/local') return 'upload'
        return route.startsWith('POST /api/files/local/') ? 'start' : null
      },
    }),
}
