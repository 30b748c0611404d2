// A Bambu Lab printer in developer mode of the local network, as far as the client uses it: topics, fields and words of
// https://github.com/Doridian/OpenBambuAPI. MQTT packets are read and written by mqtt-packet.

import type { TLSSocket } from 'node:tls'
import { generate, type Packet, parser } from 'mqtt-packet'
import { selfSigned } from '../../../testing/service/certificate.ts'
import { openTcpGate, type TcpGate } from '../../../testing/service/tcp-gate.ts'
import { listenTls, openFtps } from './bambu-ftps.ts'
import { lost, temperatures } from './stand-in.ts'

export type Certificate = { readonly key: string; readonly cert: string }
type Moment = 'before' | 'after'
type Call = (
  what: 'STOR' | 'project_file' | 'pushall' | 'pause' | 'resume' | 'stop' | 'subscribe',
  moment: Moment,
) => Promise<unknown>

type Command = 'pause' | 'resume' | 'cancel'

export type BambuStandIn = {
  readonly settings: Readonly<Record<string, unknown>>
  readonly gate: TcpGate
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Returns the files that were started, in order, whoever started them. */
  readonly started: () => readonly string[]
  /** Returns the last `project_file` command. */
  readonly project: () => Readonly<Record<string, unknown>>
  readonly current: () => { readonly word: string; readonly file: string }
  /** Returns the number of passwords that arrived. */
  readonly logins: () => number
  readonly progress: (percent: number, minutes: number) => void
  readonly setWord: (word: string, printError?: number) => void
  /** Puts the printer into the state that remains after a power cut. */
  readonly powerCut: () => void
  readonly startOther: (file: string) => void
  /** Refuses the next `times` starts with the reason. */
  readonly refuseStarts: (times: number, reason: string) => void
  /** While `hide` is true, the printer reports no started print. */
  readonly hideStarts: (hide: boolean) => void
  readonly setSdCard: (isThere: boolean) => void
  /** Reports only these fields, whatever the printer does. */
  readonly report: (fields: object) => void
  /** A silent printer keeps its connections open and reports nothing. */
  readonly silence: (isSilent: boolean) => void
  readonly refuseUploads: (reply: string | null) => void
  readonly setAccessCode: (code: string) => void
  /** Sets the reason with which pause, resume and stop fail; null = they are carried out. */
  readonly refuseCommands: (reason: string | null) => void
  readonly commands: () => readonly Command[]
  readonly changeCertificate: () => void
  /** Replaces the content of a stored file. */
  readonly setFile: (file: string, content: Uint8Array) => void
  /**
   * Called when a command has arrived, and after it was carried out. A command for which it returns `lost` before is not carried out.
   */
  readonly on: (call: Call) => void
  readonly close: () => Promise<void>
}

const serial = '01S00C123400001'
export const bambuAccessCode = '12345678'

export async function bambuStandIn(): Promise<BambuStandIn> {
  let certificate: Certificate = selfSigned([serial])
  let accessCode = bambuAccessCode
  let hook: Call = async () => {}
  let project: Readonly<Record<string, unknown>> = {}
  let refusing = { times: 0, reason: '' }
  let isHiding = false
  let refusedCommand: string | null = null
  const done: Command[] = []
  let isSilent = false
  let logins = 0
  const files = new Map<string, Uint8Array>()
  const started: string[] = []
  const print = {
    gcode_state: 'IDLE',
    subtask_name: '',
    mc_percent: 0,
    mc_remaining_time: 0,
    print_error: 0,
    sdcard: true,
    nozzle_temper: temperatures.nozzle.actual,
    nozzle_target_temper: temperatures.nozzle.target,
    bed_temper: temperatures.bed.actual,
    bed_target_temper: temperatures.bed.target,
  }
  /** The part of the state that the printer reports. */
  const shown = () => (isHiding ? { ...print, gcode_state: 'IDLE', subtask_name: '' } : print)
  const connected = new Set<TLSSocket>()
  const publish = (message: object) => {
    const packet = generate({
      cmd: 'publish',
      topic: `device/${serial}/report`,
      payload: JSON.stringify({ print: message }),
      qos: 0,
      dup: false,
      retain: false,
    })
    for (const socket of connected) socket.write(packet)
  }
  const push = () => isSilent || publish({ command: 'push_status', msg: 1, ...shown() })
  const change = (fields: Partial<typeof print>) => {
    Object.assign(print, fields)
    push()
  }
  const begin = (file: string) => {
    started.push(file)
    change({
      gcode_state: 'PREPARE',
      subtask_name: file,
      mc_percent: 0,
      mc_remaining_time: 120,
      print_error: 0,
    })
    change({ gcode_state: 'RUNNING' })
  }
  const isRunning = () => ['PREPARE', 'RUNNING', 'PAUSE'].includes(print.gcode_state)
  const turn = (what: Command, from: string | null, fields: Partial<typeof print>) => {
    const fits = from === null || print.gcode_state === from
    if (refusedCommand !== null || !fits) {
      return { result: 'fail', reason: refusedCommand ?? 'busy' }
    }
    done.push(what)
    change(fields)
    return { result: 'success' }
  }
  const commands = {
    project_file: (fields: Readonly<Record<string, unknown>>) => {
      project = fields
      const file = String(fields['url']).replace('ftp:///', '')
      if (refusing.times > 0 || isRunning() || !files.has(file)) {
        const reason = refusing.times > 0 ? refusing.reason : 'busy'
        refusing = { ...refusing, times: Math.max(0, refusing.times - 1) }
        return { result: 'fail', reason }
      }
      begin(String(fields['subtask_name']))
      return { result: 'success' }
    },
    pause: () => turn('pause', 'RUNNING', { gcode_state: 'PAUSE' }),
    resume: () => turn('resume', 'PAUSE', { gcode_state: 'RUNNING' }),
    stop: () => turn('cancel', null, { gcode_state: 'FAILED', print_error: 0x0300_400c }),
  }
  const isCommand = (word: string): word is keyof typeof commands => Object.hasOwn(commands, word)
  const carryOut = async (payload: string) => {
    const message = JSON.parse(payload) as Record<string, Record<string, unknown>>
    const fields = message['print']
    if (fields === undefined) {
      if ((await hook('pushall', 'before')) === lost) return
      push()
      return void (await hook('pushall', 'after'))
    }
    const asked = String(fields['command'])
    const command = isCommand(asked) ? asked : 'project_file'
    if ((await hook(command, 'before')) === lost) return
    const outcome = commands[command](fields)
    await hook(command, 'after')
    publish({ ...fields, ...outcome })
  }
  const { server, port } = await listenTls(
    () => certificate,
    (socket) => {
      const reader = parser({ protocolVersion: 4 })
      let queue = Promise.resolve()
      const act = async (packet: Packet) => {
        switch (packet.cmd) {
          case 'connect': {
            logins += 1
            const isAllowed = packet.username === 'bblp' && String(packet.password) === accessCode
            socket.write(
              generate({ cmd: 'connack', returnCode: isAllowed ? 0 : 5, sessionPresent: false }),
            )
            if (!isAllowed) socket.end()
            return
          }
          case 'subscribe': {
            await hook('subscribe', 'before')
            connected.add(socket)
            const granted = packet.subscriptions.map(() => 0)
            return void socket.write(
              generate({ cmd: 'suback', messageId: packet.messageId ?? 0, granted }),
            )
          }
          case 'publish':
            if (packet.qos === 1) {
              socket.write(generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }))
            }
            return await carryOut(String(packet.payload))
          case 'pingreq':
            return void socket.write(generate({ cmd: 'pingresp' }))
          default:
            return
        }
      }
      reader.on('packet', (packet) => {
        queue = queue.then(() => act(packet)).catch(() => void socket.destroy())
      })
      socket.on('data', (chunk) => reader.parse(chunk))
      socket.on('close', () => connected.delete(socket))
    },
  )
  const ftps = await openFtps({
    certificate: () => certificate,
    accessCode: () => accessCode,
    files,
    on: (what, moment) => hook(what, moment),
  })
  const gate = await openTcpGate({ host: '127.0.0.1', port })
  const ftpsGate = await openTcpGate({ host: '127.0.0.1', port: ftps.port })
  return {
    settings: {
      kind: 'bambu',
      host: '127.0.0.1',
      mqttPort: gate.port,
      ftpsPort: ftpsGate.port,
      serial,
      accessCode: bambuAccessCode,
    },
    gate: {
      ...gate,
      shut: async () => {
        await Promise.all([gate.shut(), ftpsGate.shut()])
      },
      open: async () => {
        await Promise.all([gate.open(), ftpsGate.open()])
      },
    },
    files,
    started: () => [...started],
    project: () => project,
    current: () => ({ word: print.gcode_state, file: print.subtask_name }),
    logins: () => logins,
    progress: (mc_percent, mc_remaining_time) => change({ mc_percent, mc_remaining_time }),
    setWord: (gcode_state, print_error = 0) => change({ gcode_state, print_error }),
    powerCut: () => Object.assign(print, { gcode_state: 'IDLE', subtask_name: '' }),
    startOther: begin,
    setFile: (file, content) => void files.set(file, content),
    refuseStarts: (times, reason) => {
      refusing = { times, reason }
    },
    hideStarts: (hide) => {
      isHiding = hide
      push()
    },
    setSdCard: (isThere) => change({ sdcard: isThere }),
    report: (fields) => publish({ command: 'push_status', ...fields }),
    silence: (silent) => {
      isSilent = silent
    },
    refuseUploads: ftps.refuse,
    refuseCommands: (reason) => {
      refusedCommand = reason
    },
    commands: () => [...done],
    setAccessCode: (code) => {
      accessCode = code
    },
    changeCertificate: () => {
      certificate = selfSigned([serial])
    },
    on: (call) => {
      hook = call
    },
    close: async () => {
      await gate.close()
      await ftpsGate.close()
      await ftps.close()
      for (const socket of connected) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
