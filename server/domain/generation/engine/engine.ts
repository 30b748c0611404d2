// What the pipeline asks of a 3D engine, as a port. server/adapters/engines implements it from one table of engines.
import type { ReceivedFile } from '../../models/received-file.ts'

/** Neutral words of contract.md 4.7; each stands for one engine of one vendor. */
export const engineNames = ['engine_1', 'engine_2', 'engine_2_p1', 'engine_3', 'engine_4'] as const
export type EngineName = (typeof engineNames)[number]

export type GenerationMode = 'fast_draft' | 'hi_fi'
export type InputMode = 'text' | 'image' | 'image_text' | 'multiview'
export type MeshQuality = 'standard' | 'high' | 'ultra'
export type TextureResolution = '1k' | '2k' | '4k' | '8k'
export type OutputFormat = 'glb' | 'obj' | 'stl' | 'fbx' | 'usdz' | '3mf'

/** The advanced options of contract.md 4.7 after their silent defaults. */
export type GenerationOptions = {
  readonly meshQuality: MeshQuality
  readonly topology: 'triangles' | 'quads'
  readonly smoothing: 'off' | 'light' | 'strong'
  readonly hollowing: 'solid' | 'hollow'
  /** 0.4 to 10. */
  readonly wallThicknessMm: number
  /** At most 1024 characters. */
  readonly negativePrompt: string
  readonly smartLowPoly: boolean
  readonly generateParts: boolean
  /** False also when `generateParts` is on. */
  readonly textures: boolean
  readonly textureResolution: TextureResolution
  readonly engine: EngineName | 'auto'
  readonly outputFormat: OutputFormat
  readonly refinementPass: boolean
  readonly seed: number | null
}

/** The largest that the vendors take: 31 bits. */
export const maxSeed = 2 ** 31 - 1

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp'
export type GenerationImage = ReceivedFile & { readonly mimeType: ImageType }

/** What an engine is asked for. */
export type EngineRequest = {
  /** null = the engine table's default for this mode and input. */
  readonly engine: EngineName | null
  readonly mode: GenerationMode
  readonly inputMode: InputMode
  /** As enhanced; for pictures a label when nothing was said. */
  readonly prompt: string
  /**
   * What the caller wrote beside the pictures, style included. null = input is text, or the pictures came without words.
   * With `image_text` the words are to change the picture; `image` and `multiview` follow the pictures.
   */
  readonly words: string | null
  readonly images: readonly GenerationImage[]
  readonly options: GenerationOptions
}

/**
 * A task that a vendor has accepted: plain JSON, kept in the job's row, so that any process can go on with it. `step`
 * counts from 0; engines that need several vendor tasks in a row go on with `next`.
 */
export type EngineTask = {
  readonly source: string
  readonly engine: EngineName | null
  readonly taskId: string
  readonly step: number
  /** The adapter's own notes, plain JSON. */
  readonly state: Readonly<Record<string, unknown>>
  /** Sentences for the caller: what was asked for and is not done. Tasks of earlier releases have none. */
  readonly notes?: readonly string[]
}

/** `message` is for the caller. `banned` = the vendor's content policy: answered like our own moderation. */
export type EngineFailure =
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'banned'; readonly message: string }

export type EngineStarted = { readonly kind: 'started'; readonly task: EngineTask } | EngineFailure

export type EngineProgress =
  | { readonly kind: 'running'; readonly percent: number | null }
  /** This vendor task is done, and another one has to be made: see `Engine.next`. */
  | { readonly kind: 'step_done'; readonly task: EngineTask }
  /** A link that was read just now; `preview` is the textured original when that is another file. */
  | {
      readonly kind: 'succeeded'
      readonly modelUrl: string
      readonly previewUrl: string | null
      /** When the links die, if the vendor tells. */
      readonly expiresAt: Date | null
    }
  | EngineFailure

/** `preview` is there only when `succeeded` came with a `previewUrl`. */
export type EngineResultFile = 'model' | 'preview'

export type EngineDownload =
  | { readonly kind: 'downloaded'; readonly file: ReceivedFile }
  | EngineFailure

/** Paints a finished generation anew. */
export type RetextureRequest = {
  readonly task: EngineTask
  readonly prompt: string
  /** The textured original in storage, as a local file: for vendors that take a mesh and not a task. */
  readonly model: ReceivedFile
}

/**
 * The engines behind one door. A create call (`start`, `next`, `retexture`) is never replayed: what it may have made at the
 * vendor costs money. Calls that only read are repeated within the adapter.
 */
export type Engines = {
  /** `demo` when no vendor has a key: a sample mesh of our own, varied by the prompt. */
  readonly source: 'demo' | 'vendors'
  /** Set when the operator has switched generation off: tasks under way may be finished, and nothing new is asked for. */
  readonly closed?: true
  /** Engines for `auto`, best first: those configured here that leave least of the request undone. Empty when none fits. */
  readonly candidates: (request: EngineRequest) => readonly EngineName[]
  readonly start: (request: EngineRequest, signal: AbortSignal) => Promise<EngineStarted>
  readonly next: (task: EngineTask, signal: AbortSignal) => Promise<EngineStarted>
  readonly read: (task: EngineTask, signal: AbortSignal) => Promise<EngineProgress>
  /** Re-reads the link and fetches the GLB: capped, timed, private addresses refused, no key sent. */
  readonly download: (
    task: EngineTask,
    signal: AbortSignal,
    /** `model` when omitted. */
    what?: EngineResultFile,
  ) => Promise<EngineDownload>
  readonly retexture: (request: RetextureRequest, signal: AbortSignal) => Promise<EngineStarted>
}
