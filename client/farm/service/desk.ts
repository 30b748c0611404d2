// API of the farm for the desk: operators' commands, and pictures (docs/farm.md, "Printers at the desk").
import { numberOf, record, requestJson, textOf } from '../http.ts'

export const commandActions = ['pause', 'resume', 'cancel'] as const
export type CommandAction = (typeof commandActions)[number]

export type Command = {
  readonly id: string
  readonly printer: string
  readonly action: CommandAction
  readonly jobId: string
}

export type Outcome = { readonly outcome: 'done' | 'failed'; readonly reason: string | null }

export type Desk = {
  /** Returns the commands that no program has taken. */
  readonly commands: () => Promise<readonly Command[]>
  /** Takes the command. Throws Refused if it must not be carried out. `taker`: a UUID of this client for the command. */
  readonly take: (id: string, taker: string) => Promise<void>
  readonly end: (id: string, taker: string, outcome: Outcome) => Promise<void>
  readonly sendPicture: (printer: string, bytes: Uint8Array) => Promise<void>
}

export function connectDesk({
  farmUrl,
  internalKey,
}: {
  readonly farmUrl: string
  readonly internalKey: string
}): Desk {
  const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    requestJson(`${farmUrl}${path}`, {
      method,
      headers: { 'x-internal-key': internalKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const pathOf = (id: string) => `/api/farm/commands/${encodeURIComponent(id)}`
  return {
    commands: async () => {
      const { commands } = await send('GET', '/api/farm/commands')
      return (Array.isArray(commands) ? commands : []).flatMap((each) => {
        const command = commandOf(record(each))
        return command === null ? [] : [command]
      })
    },
    take: async (id, taker) => {
      await send('POST', `${pathOf(id)}/take`, { taker })
    },
    end: async (id, taker, { outcome, reason }) => {
      await send('POST', `${pathOf(id)}/end`, { taker, outcome, reason })
    },
    sendPicture: async (printer, bytes) => {
      const path = `/api/farm/printers/${encodeURIComponent(printer)}/picture`
      await send('PUT', path, { base64: Buffer.from(bytes).toString('base64') })
    },
  }
}

function commandOf(json: Readonly<Record<string, unknown>>): Command | null {
  const action = commandActions.find((each) => each === json['action'])
  const id = textOf(json['id'])
  if (action === undefined || id === '') return null
  return { id, action, printer: textOf(json['printer']), jobId: textOf(json['jobId']) }
}

/** Command that this client has taken or is taking, as stored across restarts. */
export type StoredCommand = Command & {
  readonly taker: string
  /** `taking`: not carried out. `sent`: the printer may have it. `ended`: the outcome must be reported. */
  readonly phase: 'taking' | 'sent' | 'ended'
  /** When it was sent to the printer, in ms since 1970. */
  readonly sentAt: number
  /** Error of the request to the printer, which may have carried it out. */
  readonly problem: string | null
  readonly outcome: Outcome | null
}

const phases = ['taking', 'sent', 'ended'] as const

export function storedCommandOf(text: string | null): StoredCommand | null {
  if (text === null) return null
  const json = record(JSON.parse(text))
  const command = commandOf(json)
  const phase = phases.find((each) => each === json['phase'])
  if (command === null || phase === undefined) return null
  const outcome = record(json['outcome'])
  return {
    ...command,
    phase,
    taker: textOf(json['taker']),
    sentAt: numberOf(json['sentAt']) ?? 0,
    problem: textOf(json['problem']) || null,
    outcome:
      outcome['outcome'] === undefined
        ? null
        : {
            outcome: outcome['outcome'] === 'done' ? 'done' : 'failed',
            reason: textOf(outcome['reason']) || null,
          },
  }
}
