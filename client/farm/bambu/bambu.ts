// Bambu Lab printers in developer mode of the local network: MQTT and FTPS, as described by https://github.com/Doridian/OpenBambuAPI.

import { conflict, numberOf, Refused, record, shareOf, textOf } from '../http.ts'
import type { Memo, Printer, PrinterState } from '../printer.ts'
import { createRefusalCounter, Unavailable, unavailableMs } from '../refusals.ts'
import { temperatureOf } from '../temperatures.ts'
import { removeByFtps, sizeByFtps, uploadByFtps } from './ftps.ts'
import { mismatch } from './models.ts'
import { createBambuMqtt } from './mqtt.ts'
import { readSliced } from './plate.ts'
import { createTrust, type Pins } from './trust.ts'

export type BambuSettings = {
  readonly host: string
  readonly mqttPort: number
  readonly ftpsPort: number
  readonly serial: string
  /** Name of its model, such as Bambu Lab P1S; null = derived from the serial number. */
  readonly model: string | null
  readonly accessCode: string
  readonly certificate: Pins
  /** The AMS tray for each filament of a plate, starting at 0; null = the spool holder. */
  readonly ams: readonly number[] | null
}

type Json = Readonly<Record<string, unknown>>

/** Number of consecutive refusals after which a refused start counts as final. */
const refusalLimit = 5
const noCamera =
  'The client does not use the camera of Bambu Lab printers. Set pictureUrl to another camera.'
const unsupported = 415
const noCard = 'The printer has no SD card.'
/** The error of a print that a person has cancelled at the printer: 0300-400C. */
const cancelledError = 0x0300_400c

/** `plate` stores which plate of the file is printed. `certificate` stores the printer's certificates. */
export function connectBambu(
  settings: BambuSettings,
  memos: { readonly plate: Memo; readonly certificate: Memo },
): Printer {
  const trust = createTrust(settings.certificate, memos.certificate)
  const mqtt = createBambuMqtt(settings, trust)
  const refusals = createRefusalCounter(refusalLimit)
  let fault: { readonly reason: string; readonly until: number } | null = null
  /** The command names no print. */
  const toPrint = async (file: string, command: 'pause' | 'resume') => {
    const now = stateOf(await mqtt.status())
    if (now.kind !== 'printing' || now.file !== file) {
      throw new Refused(conflict, 'It prints something else.')
    }
    const report = await mqtt.command(command, { param: '' })
    const result = textOf(report['result']).toLowerCase()
    if (result === 'success' || result === '') return
    throw new Refused(conflict, textOf(report['reason']) || `It says ${result}.`)
  }
  const hasCard = async () => (await mqtt.status())['sdcard'] !== false
  return {
    hasOwnScreen: true,
    state: async () => stateOf(await mqtt.status()),
    unavailable: async () => {
      if (!(await hasCard())) {
        // Another card may have space.
        fault = null
        return noCard
      }
      if (fault !== null && Date.now() >= fault.until) fault = null
      return fault?.reason ?? null
    },
    upload: async (file, bytes) => {
      const plate = plateOf(bytes, settings)
      if (!(await hasCard())) throw new Unavailable(noCard)
      memos.plate.write(JSON.stringify({ file, plate }))
      try {
        await uploadByFtps(settings, trust, file, bytes)
      } catch (error) {
        if (error instanceof Unavailable) {
          fault = { reason: error.message, until: Date.now() + unavailableMs }
        }
        throw error
      }
    },
    storedBytes: (file) => sizeByFtps(settings, trust, file),
    remove: (file) => removeByFtps(settings, trust, file),
    start: async (file) => {
      const { plate, file: stored } = record(JSON.parse(memos.plate.read() ?? '{}'))
      const number = stored === file ? (numberOf(plate) ?? 1) : 1
      await refusals.guard(file, async () => {
        const report = await mqtt.command('project_file', projectOf(settings, file, number))
        const result = textOf(report['result']).toLowerCase()
        if (result === 'success') return
        throw new Refused(conflict, textOf(report['reason']) || `It says ${result || 'nothing'}.`)
      })
    },
    cancel: async (file) => {
      const now = stateOf(await mqtt.status())
      // The command names no print.
      if (now.kind === 'printing' && now.file === file) await mqtt.command('stop', { param: '' })
    },
    pause: (file) => toPrint(file, 'pause'),
    resume: (file) => toPrint(file, 'resume'),
    temperatures: async () => {
      const status = await mqtt.status()
      return {
        nozzle: temperatureOf(status['nozzle_temper'], status['nozzle_target_temper']),
        bed: temperatureOf(status['bed_temper'], status['bed_target_temper']),
        chamber: temperatureOf(status['chamber_temper'], null),
      }
    },
    missing: async () => [{ feature: 'picture', reason: noCamera }],
    close: mqtt.close,
  }
}

/**
 * Returns the single sliced plate of the file. Throws Refused if the file has none or several, because a job is one print, or if it is for
 * another model.
 */
function plateOf(bytes: Uint8Array, settings: BambuSettings): number {
  const sliced = readSliced(bytes)
  if (sliced === null) throw new Refused(unsupported, 'The file is no .gcode.3mf.')
  const { plates, modelIds } = sliced
  const [plate] = plates
  if (plate === undefined || plates.length > 1) {
    throw new Refused(
      unsupported,
      `The .gcode.3mf has ${plates.length} sliced plates. Upload one with a single plate.`,
    )
  }
  const other = mismatch(modelIds, settings)
  if (other !== null) throw new Refused(unsupported, other)
  return plate
}

function projectOf({ ams }: BambuSettings, file: string, plate: number): Json {
  const none = { project_id: '0', profile_id: '0', task_id: '0', subtask_id: '0' }
  return {
    ...none,
    param: `Metadata/plate_${plate}.gcode`,
    subtask_name: file,
    file,
    url: `ftp:///${file}`,
    md5: '',
    timelapse: false,
    bed_type: 'auto',
    bed_levelling: true,
    flow_cali: false,
    vibration_cali: false,
    layer_inspect: false,
    use_ams: ams !== null,
    ams_mapping: ams ?? '',
  }
}

function stateOf(status: Json): PrinterState {
  const word = textOf(status['gcode_state'])
  const file = fileOf(status)
  switch (word) {
    case 'IDLE':
      return { kind: 'idle' }
    case 'PREPARE':
    case 'SLICING':
    case 'RUNNING':
    case 'PAUSE': {
      // The print will have a name shortly.
      if (file === '') {
        return { kind: 'offline', reason: 'The printer does not say what it prints.' }
      }
      const percent = numberOf(status['mc_percent'])
      const minutes = numberOf(status['mc_remaining_time'])
      return {
        kind: 'printing',
        file,
        isPaused: word === 'PAUSE',
        progress: shareOf(percent),
        remainingSeconds: minutes === null ? null : minutes * 60,
      }
    }
    case 'FINISH':
      return { kind: 'complete', file }
    case 'FAILED':
      return { kind: 'cancelled', file, reason: errorOf(status) }
    default:
      return { kind: 'offline', reason: `The printer is ${word || 'in an unknown state'}.` }
  }
}

/** Returns the farm's name of the file, because the printer shows some names without their endings. */
function fileOf({ subtask_name, gcode_file }: Json): string {
  const name = textOf(subtask_name) || textOf(gcode_file).replace(/^.*\//, '')
  const stem = name.replace(/(\.gcode)?(\.3mf)?$/i, '')
  return stem === '' ? '' : `${stem}.gcode.3mf`
}

/** Formats the error as in Bambu Lab's support pages; null = a person has cancelled the print. */
function errorOf({ print_error }: Json): string | null {
  const code = numberOf(print_error) ?? 0
  if (code === 0 || code === cancelledError) return null
  const hex = code.toString(16).toUpperCase().padStart(8, '0')
  return `The printer reports error ${hex.slice(0, 4)}-${hex.slice(4)}.`
}
