// The MQTT connection of a Bambu Lab printer. The printer pushes its state, and reports on commands by their sequence number.
import type { TLSSocket } from 'node:tls'
import { MqttClient } from 'mqtt'
import { record, textOf } from '../http.ts'
import { openTls, type Trust, wrongCodeText } from './trust.ts'

type Json = Readonly<Record<string, unknown>>

export type BambuAddress = {
  readonly host: string
  readonly mqttPort: number
  readonly serial: string
  readonly accessCode: string
}

export type BambuMqtt = {
  /**
   * Returns the fields of `print` in all reports so far. Connects if there is no connection. Throws if the printer cannot be reached, or
   * does not report on request.
   */
  readonly status: () => Promise<Json>
  /** Returns the report on a command of `print`. Throws if none arrives; the printer may then have carried out the command. */
  readonly command: (command: string, fields: Json) => Promise<Json>
  readonly close: () => Promise<void>
}

type Session = {
  readonly client: MqttClient
  readonly status: () => Promise<Json>
  readonly command: BambuMqtt['command']
}

export type BambuTimes = {
  /** Time limit for a response, in ms. */
  readonly answerMs: number
  /** Age of the last report after which a new one is requested, in ms. */
  readonly silenceMs: number
}

const usual: BambuTimes = { answerMs: 10_000, silenceMs: 60_000 }
/** A printer without power counts as offline after 1.5 times this time. */
const keepaliveSeconds = 6

export function createBambuMqtt(
  address: BambuAddress,
  trust: Trust,
  times: BambuTimes = usual,
): BambuMqtt {
  let session: Promise<Session> | null = null
  const open = (): Promise<Session> => {
    if (session !== null) return session
    const forget = () => {
      if (session === opening) session = null
    }
    const opening = openSession(address, trust, times, forget)
    session = opening
    opening.catch(forget)
    return opening
  }
  return {
    status: async () => await (await open()).status(),
    command: async (command, fields) => await (await open()).command(command, fields),
    close: async () => {
      const closing = session
      session = null
      await closing?.then(({ client }) => client.endAsync(true)).catch(() => undefined)
    },
  }
}

async function openSession(
  { host, mqttPort, serial, accessCode }: BambuAddress,
  trust: Trust,
  { answerMs, silenceMs }: BambuTimes,
  onClose: () => void,
): Promise<Session> {
  const socket = await openTls(host, mqttPort, answerMs)
  try {
    trust.check('mqtt', socket)
  } catch (error) {
    socket.destroy()
    throw error
  }
  const client = clientOver(socket, accessCode, answerMs)
  client.on('close', onClose)
  const reports = collectReports(client, answerMs)
  const publish = (message: object, qos: 0 | 1) =>
    client.publish(`device/${serial}/request`, JSON.stringify(message), { qos })
  const pushAll = () => publish({ pushing: { sequence_id: '0', command: 'pushall' } }, 0)
  /** A printer may stop reporting while its connection stays open; its earlier reports are then ignored. */
  const hear = async () => {
    if (Date.now() - reports.lastAt() < silenceMs) return
    const heard = reports.next(isStatus, 'The printer has stopped reporting.')
    pushAll()
    try {
      await heard
    } catch (error) {
      onClose()
      client.end(true)
      throw error
    }
  }
  let sequence = Date.now() % 1_000_000_000
  try {
    await subscribe(client, `device/${serial}/report`, answerMs)
    // A report about one of the fields says nothing about the other.
    const first = reports.next(
      (report) =>
        isStatus(report) &&
        textOf(report['gcode_state']) !== '' &&
        ('subtask_name' in report || 'gcode_file' in report),
      `The printer reports nothing: is ${serial} its serial number?`,
    )
    pushAll()
    await first
  } catch (error) {
    client.end(true)
    throw isWrongCode(error) ? new Error(wrongCodeText) : error
  }
  return {
    client,
    status: async () => {
      await hear()
      return reports.status()
    },
    command: async (command, fields) => {
      await hear()
      sequence += 1
      const sequence_id = String(sequence)
      const answered = reports.next(
        (report) => report['command'] === command && report['sequence_id'] === sequence_id,
        `The printer did not respond to ${command}.`,
      )
      publish({ print: { sequence_id, command, ...fields } }, 1)
      return await answered
    },
  }
}

const clientOver = (socket: TLSSocket, accessCode: string, answerMs: number): MqttClient =>
  new MqttClient(() => socket, {
    username: 'bblp',
    password: accessCode,
    clientId: `farm-${crypto.randomUUID().slice(0, 13)}`,
    protocolVersion: 4,
    keepalive: keepaliveSeconds,
    connectTimeout: answerMs,
    // The next request for the state opens a new connection. A command is never sent twice.
    reconnectPeriod: 0,
    queueQoSZero: false,
  })

type Reports = {
  /** The fields of `print` in all status reports so far. */
  readonly status: () => Json
  /** When the last status report arrived, in ms. */
  readonly lastAt: () => number
  /** Returns the first later report that matches. Throws `missing` if none arrives in time. */
  readonly next: (fits: (report: Json) => boolean, missing: string) => Promise<Json>
}

function collectReports(client: MqttClient, answerMs: number): Reports {
  let status: Json = {}
  let lastReportAt = Date.now()
  /** Called with each report, and with null when the connection is lost. */
  const waiting = new Set<(report: Json | null) => void>()
  const pass = (report: Json | null) => {
    for (const each of [...waiting]) each(report)
  }
  client.on('message', (_topic, payload) => {
    const report = printReportOf(payload)
    if (report === null) return
    // Command reports echo the request, not the actual state.
    if (isStatus(report)) {
      status = { ...status, ...report }
      lastReportAt = Date.now()
    }
    pass(report)
  })
  client.on('close', () => pass(null))
  return {
    status: () => status,
    lastAt: () => lastReportAt,
    next: (fits, missing) =>
      new Promise((resolve, reject) => {
        const end = (act: () => void) => {
          clearTimeout(timer)
          waiting.delete(each)
          act()
        }
        const each = (report: Json | null) => {
          if (report === null) {
            end(() => reject(new Error('The connection to the printer was lost.')))
          } else if (fits(report)) {
            end(() => resolve(report))
          }
        }
        const timer = setTimeout(() => end(() => reject(new Error(missing))), answerMs)
        waiting.add(each)
      }),
  }
}

/** Subscribes once the client has connected. Throws an error with the reason if the printer refuses the connection. */
function subscribe(client: MqttClient, topic: string, answerMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let refusal: unknown = null
    client.on('error', (error) => {
      refusal = error
    })
    const timer = setTimeout(() => reject(new Error('The printer does not respond.')), answerMs)
    client.once('close', () => {
      clearTimeout(timer)
      reject(refusal ?? new Error('The printer closed the connection immediately.'))
    })
    client.once('connect', () => {
      client.subscribeAsync(topic).then(() => {
        clearTimeout(timer)
        resolve()
      }, reject)
    })
  })
}

/** CONNACK: bad user name or password, or not authorized. */
const isWrongCode = (error: unknown): boolean => {
  const { code } = record(error)
  return code === 4 || code === 5
}

const isStatus = (report: Json): boolean => report['command'] === 'push_status'

function printReportOf(payload: Uint8Array): Json | null {
  try {
    const { print } = record(JSON.parse(new TextDecoder().decode(payload)))
    return print === undefined ? null : record(print)
  } catch {
    // Other clients of the printer may publish arbitrary data.
    return null
  }
}
