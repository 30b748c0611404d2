// The four kinds of printers with one interface, for tests of commands. Each is reached through a gate that can cut its connection.
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import { SLICED } from '../../../testing/people/farm.ts'
import type { FilePart } from '../../../testing/people/submit.ts'
import { openTcpGate } from '../../../testing/service/tcp-gate.ts'
import { bambuStandIn } from './bambu.ts'
import { moonrakerStandIn } from './moonraker.ts'
import { octoPrintStandIn } from './octoprint.ts'
import { prusaLinkPassword, prusaLinkStandIn } from './prusalink.ts'
import type { Command, StandIn } from './stand-in.ts'

const sliced = gcode({ lengthMm: 1000, grams: 3, time: '1h 0m 0s' })

export type CommandRig = {
  /** The printer's entry in `PRINTERS`. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The customer's file that it prints. */
  readonly file: FilePart
  readonly started: () => number
  readonly isPaused: () => boolean
  readonly commands: () => readonly Command[]
  readonly refuse: (reason: string | null) => void
  readonly progress: () => void
  /** Someone stops its print and starts another at the printer. */
  readonly startOther: () => void
  /** Sets a callback that runs when a pause has been carried out, before its response is sent. */
  readonly onPaused: (call: () => Promise<void>) => void
  readonly cut: () => Promise<void>
  /** null = the printer has no camera. */
  readonly setPicture: ((bytes: Uint8Array<ArrayBuffer>) => void) | null
  readonly close: () => Promise<void>
}

type WebSettings = {
  readonly kind: string
  readonly apiKey?: string
  readonly pauseRoute: string
  /** The printer's word for a paused print. */
  readonly paused: string
}

async function webRig(
  standIn: StandIn,
  { kind, apiKey, pauseRoute, paused }: WebSettings,
): Promise<CommandRig> {
  const gate = await openTcpGate({ host: '127.0.0.1', port: Number(new URL(standIn.url).port) })
  return {
    settings: {
      kind,
      url: `http://127.0.0.1:${gate.port}`,
      ...(apiKey !== undefined && { apiKey }),
    },
    file: SLICED,
    started: () => standIn.started().length,
    isPaused: () => standIn.current().state === paused,
    commands: standIn.commands,
    refuse: standIn.refuseCommands,
    progress: () => standIn.progress(0.4, 600),
    startOther: () => {
      standIn.restart()
      standIn.startOther('vase.gcode')
    },
    onPaused: (call) => {
      standIn.beforeResponse(async (route) => {
        if (route === pauseRoute && standIn.commands().length > 0) await call()
      })
    },
    cut: async () => {
      await gate.shut()
      await gate.open()
    },
    setPicture: standIn.setPicture,
    close: async () => {
      await gate.close()
      await standIn.close()
    },
  }
}

async function prusaLinkRig(): Promise<CommandRig> {
  const printer = await prusaLinkStandIn()
  return {
    settings: { kind: 'prusalink', url: printer.url, password: prusaLinkPassword },
    file: SLICED,
    started: () => printer.started().length,
    isPaused: () => printer.current().word === 'PAUSED',
    commands: printer.commands,
    refuse: printer.refuseCommands,
    progress: () => printer.progress(40, 600),
    startOther: () => printer.startOther('vase.gcode'),
    onPaused: (call) => {
      printer.on(async (route, moment) => {
        const isPause = route.startsWith('PUT /api/v1/job') && moment === 'after'
        if (isPause && printer.commands().length > 0) await call()
      })
    },
    cut: async () => {
      await printer.gate.shut()
      await printer.gate.open()
    },
    setPicture: printer.setPicture,
    close: printer.close,
  }
}

async function bambuRig(): Promise<CommandRig> {
  const printer = await bambuStandIn()
  return {
    settings: printer.settings,
    file: { name: 'part.gcode.3mf', bytes: slicedArchive([sliced]) },
    started: () => printer.started().length,
    isPaused: () => printer.current().word === 'PAUSE',
    commands: printer.commands,
    refuse: printer.refuseCommands,
    progress: () => printer.progress(40, 10),
    startOther: () => printer.startOther('vase.gcode.3mf'),
    onPaused: (call) => {
      printer.on(async (what, moment) => {
        if (what === 'pause' && moment === 'after') await call()
      })
    },
    cut: async () => {
      await printer.gate.shut()
      await printer.gate.open()
    },
    setPicture: null,
    close: printer.close,
  }
}

/** Opens a rig of each kind. */
export const commandRigs: Readonly<Record<string, () => Promise<CommandRig>>> = {
  Moonraker: () =>
    webRig(moonrakerStandIn(), {
      kind: 'moonraker',
      pauseRoute: 'POST /printer/print/pause',
      paused: 'paused',
    }),
  OctoPrint: () =>
    webRig(octoPrintStandIn('octo-key'), {
      kind: 'octoprint',
      apiKey: 'octo-key',
      pauseRoute: 'POST /api/job',
      paused: 'Paused',
    }),
  PrusaLink: prusaLinkRig,
  'Bambu Lab': bambuRig,
}
