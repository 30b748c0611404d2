// Records of both vendors: tasks, received files, issued links, and everything that a test may read.
import { randomUUID } from 'node:crypto'
import { type Script, scriptIn, scriptOf } from './script.ts'

export type MadeTask = {
  readonly vendor: 'tripo' | 'fal'
  /** Path or endpoint. */
  readonly call: string
  readonly body: Readonly<Record<string, unknown>>
  readonly id: string
  /** 0 for a task made from texts and pictures, plus one for each task that its input came from. */
  readonly step: number
  readonly script: Script
  /** The vendor's headers, without those that name a trace or a key. */
  readonly headers: Readonly<Record<string, string>>
}

export type RefusedCall = {
  readonly vendor: 'tripo' | 'fal'
  readonly call: string
  readonly status: number
  readonly code: number | string | null
  readonly body: unknown
}

type Life = { looks: number; links: number }
type StoredFile = { readonly bytes: Uint8Array; readonly name: string; readonly type: string }

export type TaskBook = ReturnType<typeof createTaskBook>

export function createTaskBook() {
  const made: MadeTask[] = []
  const refused: RefusedCall[] = []
  const violations: string[] = []
  const byId = new Map<string, MadeTask>()
  const lives = new Map<string, Life>()
  const files = new Map<string, StoredFile>()
  const linkOwners = new Map<string, MadeTask>()
  /** Polls and links so far. */
  const lifeOf = ({ id }: MadeTask): Life => {
    const life = lives.get(id) ?? { looks: 0, links: 0 }
    lives.set(id, life)
    return life
  }
  return {
    made,
    refused,
    violations,
    lifeOf,
    find: (id: string) => byId.get(id),
    add: (task: Omit<MadeTask, 'id'>): MadeTask => {
      const whole = { ...task, id: randomUUID() }
      made.push(whole)
      byId.set(whole.id, whole)
      return whole
    },
    keepFile: (token: string, file: StoredFile) => files.set(token, file),
    file: (token: string) => files.get(token),
    /** Returns a name for a link of the task; stored, so that inputs that are links are recognized. */
    link: (task: MadeTask): string => {
      const name = randomUUID()
      linkOwners.set(name, task)
      return name
    },
    linkOwner: (name: string) => linkOwners.get(name),
    /** Returns the task that an input comes from, by its id or by a link to its result. */
    source: (input: unknown): MadeTask | undefined => {
      if (typeof input !== 'string') return undefined
      const name = /\/links\/([\w-]+)/.exec(input)?.[1]
      return byId.get(input) ?? (name === undefined ? undefined : linkOwners.get(name))
    },
    /** Returns the words of the texts, of the pictures among the inputs, and of the tasks that others come from. */
    scriptFor: (
      texts: readonly unknown[],
      inputs: readonly unknown[],
      sources: readonly MadeTask[],
    ) => {
      const pictures = inputs.flatMap((input) => {
        const bytes = typeof input === 'string' ? files.get(fileName(input))?.bytes : undefined
        return bytes === undefined ? [] : [scriptIn(bytes)]
      })
      const own = texts.filter((text) => typeof text === 'string')
      return scriptOf([...own, ...pictures, ...sources.map(({ script }) => script.text)].join(' '))
    },
  }
}

/** Returns the file name of a reference: Tripo's tokens are names; at fal it is the last part of the address. */
export const fileName = (reference: string): string => reference.split('/').at(-1) ?? reference

/** Returns a vendor's headers that are the same at every call. */
export const vendorHeaders = (request: Request): Record<string, string> =>
  Object.fromEntries([...request.headers].filter(([name]) => name.startsWith('x-fal-')))
