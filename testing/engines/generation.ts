// The service with a scripted 3D engine and a language model that follows rules of the test: everything between them
// is real.
import { beforeEach } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { createExtensionToken } from '../../server/domain/accounts/extension-tokens.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import {
  type EngineDownload,
  type EngineProgress,
  type EngineRequest,
  type EngineResultFile,
  type EngineStarted,
  type Engines,
  type EngineTask,
  engineNames,
  noGuard,
  type RetextureRequest,
  type ViewName,
} from '../../server/domain/generation/engine/engine.ts'
import type {
  LanguageModel,
  ModelReviewFacts,
} from '../../server/domain/generation/engine/language.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { fineCube, glb } from '../models/meshes.ts'
import { setCredits } from '../money/set-credits.ts'
import { rawPost } from '../service/requests.ts'
import { openTestService, type TestService, type TestServiceOptions } from '../service/service.ts'

type MaybeLater<T> = T | Promise<T>

/** Results of the engine, each replaceable by a test. */
export type Script = {
  start: (request: EngineRequest) => MaybeLater<EngineStarted>
  next: (task: EngineTask) => MaybeLater<EngineStarted>
  read: (task: EngineTask) => MaybeLater<EngineProgress>
  /** The file, or the failure of the download. */
  download: (
    task: EngineTask,
    signal: AbortSignal,
    what: EngineResultFile,
  ) => MaybeLater<Uint8Array<ArrayBuffer> | EngineDownload>
  retexture: (request: RetextureRequest) => MaybeLater<EngineStarted>
}

export type ScriptedEngine = {
  readonly engines: Engines
  /** Every create call, in order. */
  readonly asked: EngineRequest[]
  readonly painted: RetextureRequest[]
  /** Calls, in order. */
  readonly calls: (keyof Script)[]
  readonly script: Script
  /** Restores an engine that immediately makes a cube. */
  readonly reset: () => void
}

export const MODEL_URL = 'https://engine.example/model.glb?signature=1'
export const PREVIEW_URL = 'https://engine.example/preview.glb?signature=1'

let tasks = 0

export const startedTask = (changes: Partial<EngineTask> = {}): EngineStarted => {
  tasks += 1
  const task = { source: 'tripo', engine: null, taskId: `task-${tasks}`, step: 0, state: {} }
  return { kind: 'started', task: { ...task, ...changes } }
}
export const succeeded = {
  kind: 'succeeded',
  modelUrl: MODEL_URL,
  previewUrl: null,
  expiresAt: null,
} as const satisfies EngineProgress
/** State after a refinement pass, which removes the textures. */
export const refined = { ...succeeded, previewUrl: PREVIEW_URL } as const satisfies EngineProgress

/** A cube of 20 mm with fine faces, which may be smoothed; a cube of 12 triangles is kept unchanged. */
export const engineCube: Uint8Array<ArrayBuffer> = glb(fineCube(0.02, 8))

function obedient(): Script {
  return {
    start: () => startedTask(),
    next: (task) => startedTask({ step: task.step + 1 }),
    read: () => succeeded,
    download: () => engineCube,
    retexture: () => startedTask(),
  }
}

export function scriptedEngine(temporaryPath: () => string): ScriptedEngine {
  const asked: EngineRequest[] = []
  const painted: RetextureRequest[] = []
  const calls: (keyof Script)[] = []
  const script = obedient()
  const engines: Engines = {
    source: 'vendors',
    offered: engineNames,
    candidates: () => engineNames,
    start: async (request, _signal, guard = noGuard) => {
      await guard.before('tripo')
      calls.push('start')
      asked.push(request)
      return script.start(request)
    },
    next: async (task, _signal, guard = noGuard) => {
      await guard.before('tripo')
      calls.push('next')
      return script.next(task)
    },
    read: async (task) => {
      calls.push('read')
      return script.read(task)
    },
    download: async (task, signal, what = 'model') => {
      calls.push('download')
      const found = await script.download(task, signal, what)
      if (!(found instanceof Uint8Array)) return found
      const path = temporaryPath()
      writeFileSync(path, found)
      const sha256 = new Bun.CryptoHasher('sha256').update(found).digest('hex')
      const file = { path, fileName: 'engine.glb', sizeBytes: found.byteLength, sha256 }
      return { kind: 'downloaded', file }
    },
    retexture: async (request, _signal, guard = noGuard) => {
      await guard.before('tripo')
      calls.push('retexture')
      painted.push(request)
      return script.retexture(request)
    },
  }
  const reset = () => {
    for (const list of [asked, painted, calls]) list.length = 0
    Object.assign(script, obedient())
  }
  return { engines, asked, painted, calls, script, reset }
}

export type TestLanguageModel = LanguageModel & {
  readonly moderated: { text: string; images: number }[]
  readonly enhanced: { prompt: string; style: string | null }[]
  readonly routed: string[]
  readonly reviewed: ModelReviewFacts[]
}

/**
 * Returns a model that refuses "forbidden", has no moderator for "silence", and requests supports in a review of an
 * "overhang".
 */
export function testLanguageModel(): TestLanguageModel {
  const moderated: TestLanguageModel['moderated'] = []
  const enhanced: TestLanguageModel['enhanced'] = []
  const routed: string[] = []
  const reviewed: ModelReviewFacts[] = []
  return {
    name: 'test-model',
    moderated,
    enhanced,
    routed,
    reviewed,
    moderate: async ({ text, images }) => {
      moderated.push({ text, images: images.length })
      if (text.includes('silence')) return { kind: 'unavailable' }
      return text.includes('forbidden')
        ? { kind: 'refused', part: 'text', found: { by: 'rules', category: 'weapons' } }
        : { kind: 'allowed' }
    },
    enhance: async ({ prompt, style }) => {
      enhanced.push({ prompt, style })
      return {
        enhancedPrompt: `${prompt}, with a flat base`,
        addedConstraints: ['flat base'],
        complexity: 'complex',
      }
    },
    route: async ({ prompt }) => {
      routed.push(prompt)
      return { engine: 'engine_4', reasoning: 'The router said so.', estimatedSeconds: 240 }
    },
    reviewModel: async (facts) => {
      reviewed.push(facts)
      const needsSupports = facts.prompt.includes('overhang')
      return {
        printStatus: needsSupports ? 'supports' : facts.printStatus,
        printabilityScore: needsSupports ? 72.4 : facts.printabilityScore,
        printDetail: 'Reviewed.',
        issues: [...facts.issues, 'seen by the model'],
        recommendations: facts.recommendations,
      }
    },
  }
}

export type TestPerson = {
  readonly accountId: AccountId
  readonly email: string
  readonly cookie: string
  /** The session as headers. */
  readonly session: { readonly cookie: string }
  readonly token: { readonly authorization: string }
}

export type GenerationService = TestService & {
  readonly engine: ScriptedEngine
  readonly language: TestLanguageModel
  readonly person: (options?: { credits?: number }) => Promise<TestPerson>
  readonly credits: (person: Pick<TestPerson, 'accountId'>) => Promise<number>
  readonly setCredits: (person: Pick<TestPerson, 'accountId'>, credits: number) => Promise<void>
  readonly ledger: (
    person: Pick<TestPerson, 'accountId'>,
  ) => Promise<readonly { kind: string; credits: number }[]>
  readonly post: (path: string, person: TestPerson, body: BodyOf) => Promise<Response>
}

/** Text and form data are sent unchanged, anything else as JSON. */
type BodyOf = string | FormData | Readonly<Record<string, unknown>>

let people = 0

export async function openGenerationService(
  options: TestServiceOptions & { readonly ports?: (deps: Deps) => Partial<Deps> } = {},
): Promise<GenerationService> {
  const service = await openTestService(options)
  const engine = scriptedEngine(service.deps.temporaryFiles.path)
  const language = testLanguageModel()
  service.replace({ engines: engine.engines, languageModel: language })
  service.replace(options.ports?.(service.deps) ?? {})
  const { db } = service
  return {
    ...service,
    engine,
    language,
    person: async ({ credits } = {}) => {
      people += 1
      const email = `maker${people}@example.com`
      const cookie = await service.signIn(email)
      const { accountId } = await service.service.createUser({ email, password: 'unused' })
      if (credits !== undefined) await setCredits(db, credits, accountId)
      const caller = { kind: 'account', accountId, email, credential: 'session' } as const
      const token = await createExtensionToken(service.deps, caller, { name: 'a test' })
      if (!token.ok) throw new Error('no token was made')
      const authorization = `Bearer ${token.value.token}`
      return { accountId, email, cookie, session: { cookie }, token: { authorization } }
    },
    setCredits: ({ accountId }, credits) => setCredits(db, credits, accountId),
    credits: ({ accountId }) => service.deps.credits.read(accountId),
    ledger: ({ accountId }) =>
      db
        .selectFrom('credit_entries')
        .select(['kind', 'credits'])
        .where('account_id', '=', accountId)
        .where('kind', '<>', 'grant')
        .orderBy('id')
        .execute(),
    post: (path, person, body) => {
      const isPlain = typeof body === 'string' || body instanceof FormData
      const type = body instanceof FormData ? {} : { 'content-type': 'application/json' }
      return service.fetch(
        path,
        rawPost(isPlain ? body : JSON.stringify(body), { ...person.session, ...type }),
      )
    },
  }
}

/** Creates a new person for each test of the file, and resets the engine. Empty until the first test. */
export function usePerson(service: GenerationService, options?: { credits?: number }): TestPerson {
  const person = {} as TestPerson
  beforeEach(async () => {
    service.engine.reset()
    Object.assign(person, await service.person(options))
  })
  return person
}

/** Returns a form as the website sends it; files are pictures of `bytes` bytes. */
export function generationForm(
  fields: Readonly<Record<string, string>>,
  files: readonly PictureOf[] = [],
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const {
    field = 'image',
    name = 'photo.png',
    type = 'image/png',
    bytes = 100,
    content,
  } of files) {
    form.append(field, new File([pictureBytes(bytes, content ?? type)], name, { type }))
  }
  return form
}

/** Returns that many bytes that begin as such a picture does; plain sevens for any other type. */
export function pictureBytes(count: number, type = 'image/png'): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count).fill(7)
  const hex = (containers[type.toLowerCase()] ?? '').replaceAll(' ', '')
  bytes.set(Buffer.from(hex, 'hex').subarray(0, count))
  return bytes
}

/**
 * Smallest complete containers of 3 x 2 pixels, in hex, written from the formats' specifications: PNG 5.2 to 5.6 (IHDR,
 * an IDAT without data, IEND), JPEG annex B (SOI, SOF0, SOS), RFC 9649 2.6 (VP8L). For a GIF, the signature only.
 */
const containers: Readonly<Record<string, string>> = {
  'image/png':
    '89504e470d0a1a0a 0000000d 49484452 00000003 00000002 0802000000 00000000 00000000 49444154 35af061e 00000000 49454e44 ae426082',
  'image/jpeg': 'ffd8 ffc0 000b 08 0002 0003 01 011100 ffda 0008 01 0100 003f00 00 ffd9',
  'image/webp': '52494646 1a000000 57454250 5650384c 0d000000 2f 02400000 0000000000000000 00',
  'image/gif': '474946383961',
}

export type PictureOf = {
  readonly field?: 'image' | 'images' | ViewName
  readonly name?: string
  readonly type?: string
  readonly bytes?: number
  /** Format of its bytes; the format of `type` by default. */
  readonly content?: string
}
