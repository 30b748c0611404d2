// The port of the 3D engines. server/adapters/engines implements it from one table of engines.
import { keysOf } from '../../base/keys-of.ts'
import { wallRangeMm } from '../../measurement/part-changes.ts'
import type { ReceivedFile } from '../../models/received-file.ts'

/** The contract's names (contract.md 4.7), each for one engine of one vendor. */
export const engineNames = ['engine_1', 'engine_2', 'engine_2_p1', 'engine_3', 'engine_4'] as const
export type EngineName = (typeof engineNames)[number]

export const generationModes = ['fast_draft', 'hi_fi'] as const
export type GenerationMode = (typeof generationModes)[number]

export const inputModes = ['text', 'image', 'image_text', 'multiview'] as const
export type InputMode = (typeof inputModes)[number]

export const meshQualities = ['standard', 'high', 'ultra'] as const
export type MeshQuality = (typeof meshQualities)[number]

export const topologies = ['triangles', 'quads'] as const
export const smoothings = ['off', 'light', 'strong'] as const
export const hollowings = ['solid', 'hollow'] as const

export const textureResolutions = ['1k', '2k', '4k', '8k'] as const
export type TextureResolution = (typeof textureResolutions)[number]

export const outputFormats = ['glb', 'obj', 'stl', 'fbx', 'usdz', '3mf'] as const
export type OutputFormat = (typeof outputFormats)[number]

/** Allowed wall thickness of hollow models. */
export const wallThicknessRangeMm = wallRangeMm

/** The advanced options of contract.md 4.7, with defaults applied. */
export type GenerationOptions = {
  readonly meshQuality: MeshQuality
  readonly topology: (typeof topologies)[number]
  readonly smoothing: (typeof smoothings)[number]
  readonly hollowing: (typeof hollowings)[number]
  readonly wallThicknessMm: number
  /** At most 1024 characters. */
  readonly negativePrompt: string
  readonly smartLowPoly: boolean
  readonly generateParts: boolean
  /** False when `generateParts` is on. */
  readonly textures: boolean
  readonly textureResolution: TextureResolution
  readonly engine: EngineName | 'auto'
  readonly outputFormat: OutputFormat
  readonly refinementPass: boolean
  readonly seed: number | null
  /** Longest side of the printed model, 5 to 340; null = as the words say, else the usual size. */
  readonly sizeMm: number | null
}

/** The largest seed that the vendors accept: 31 bits. */
export const maxSeed = 2 ** 31 - 1

/** The sides of an object that several pictures show, in the order that engines expect. */
export const viewNames = ['front', 'left', 'back', 'right'] as const
export type ViewName = (typeof viewNames)[number]

/** The pictures that are accepted and made, and the extensions of their files. */
export const imageExtensions = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
} as const
export type ImageType = keyof typeof imageExtensions
export const imageTypes = keysOf(imageExtensions)
export type GenerationImage = ReceivedFile & {
  readonly mimeType: ImageType
  /** The side that it shows; absent for a single picture. */
  readonly view?: ViewName
}

/** A request to an engine. */
export type EngineRequest = {
  /** null = the engine table's default for this mode and input. */
  readonly engine: EngineName | null
  readonly mode: GenerationMode
  readonly inputMode: InputMode
  /** The enhanced prompt; a label for pictures without a prompt. */
  readonly prompt: string
  /**
   * The caller's text besides the pictures, style included. null = the input is text, or pictures without text. With `image_text` the
   * text changes the picture; `image` and `multiview` follow the pictures.
   */
  readonly words: string | null
  readonly images: readonly GenerationImage[]
  readonly options: GenerationOptions
  /** Engines that operators have turned off. */
  readonly off?: readonly EngineName[]
  /** The seed is ours: nobody is told where it has no effect. */
  readonly ownSeed?: true
}

/**
 * A task that a vendor has accepted: plain JSON, stored in the job's row, so that any process can continue it. `step` counts from 0;
 * engines that need several vendor tasks in a row continue with `next`.
 */
export type EngineTask = {
  readonly source: string
  readonly engine: EngineName | null
  readonly taskId: string
  readonly step: number
  /** The adapter's own state, plain JSON. */
  readonly state: Readonly<Record<string, unknown>>
  /** Sentences for the caller about options that are not applied. Tasks of earlier releases have none. */
  readonly notes?: readonly string[]
  /** Its optional last step failed: this is the model before it, and the credits of the step go back. */
  readonly isPartial?: true
  /** `auto` had chosen an engine with a refinement pass, and another one without it took over: the credits of the pass go back. */
  readonly lacksRefinement?: true
}

/** `message` is for the caller. `banned`: refused by the vendor's content policy. */
export type EngineFailure =
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'banned'; readonly message: string }
  /** The engine has used up the budget of the day. Nothing was created. */
  | { readonly kind: 'budget_used_up'; readonly message: string }

/** The vendor has made the model, but its file did not arrive. */
export const modelNotFetched = {
  kind: 'failed',
  message: 'The model was made but could not be fetched from the engine. Try again.',
} as const satisfies EngineFailure

export type EngineStarted =
  | { readonly kind: 'started'; readonly task: EngineTask }
  /** Nothing was created, because every engine that may make it has all the tasks that it takes: try again later. */
  | { readonly kind: 'busy'; readonly message: string }
  | EngineFailure

/** What a create call tells while it runs. */
export type CreateGuard = {
  /** Called before each call to a vendor that may cost money. Uploads come before it. */
  readonly before: (source: string) => Promise<void>
  /** Called when the vendor has refused: it created nothing. */
  readonly refused: () => Promise<void>
  /** How many tasks of ours run at a vendor. */
  readonly tasksAt: (source: string) => Promise<number>
  /** What was uploaded to a vendor for this job before, in the order of the files: a job that waits for room uploads once. */
  readonly uploadsAt: (source: string) => readonly string[] | null
  readonly uploaded: (source: string, references: readonly string[]) => Promise<void>
}

/** For calls outside of a job. */
export const noGuard: CreateGuard = {
  before: async () => {},
  refused: async () => {},
  tasksAt: async () => 0,
  uploadsAt: () => null,
  uploaded: async () => {},
}

export type EngineProgress =
  | {
      readonly kind: 'running'
      readonly percent: number | null
      /** How many tasks the vendor makes first, while it has not begun this one. */
      readonly ahead?: number
      /** The vendor gave no answer about the task; what to say when the time is up. */
      readonly trouble?: EngineFailure
    }
  /** This vendor task is done, and another one has to be created with `next`. */
  | { readonly kind: 'step_done'; readonly task: EngineTask }
  /** Links that were read just now; `previewUrl` is the textured original when it is a separate file. */
  | {
      readonly kind: 'succeeded'
      readonly modelUrl: string
      readonly previewUrl: string | null
      /** When the links expire, if the vendor says so. */
      readonly expiresAt: Date | null
    }
  | EngineFailure

/** Attempts to download a finished model, each with a read of the task before it, and how long one may take. */
export const downloadAttempts = 3
export const downloadAttemptMs = 120_000

/** `preview` exists only when `succeeded` has a `previewUrl`. */
export type EngineResultFile = 'model' | 'preview'

export type EngineDownload =
  | { readonly kind: 'downloaded'; readonly file: ReceivedFile }
  /** The vendor gave no answer about the task, or the host of its file none. */
  | { readonly kind: 'unclear'; readonly message: string }
  | EngineFailure

/** Retextures a finished generation. */
export type RetextureRequest = {
  readonly task: EngineTask
  readonly prompt: string
  /** A local copy of the textured original, for vendors that take a mesh instead of a task. */
  readonly model: ReceivedFile
}

/**
 * All engines. A create call (`start`, `next`, `retexture`) is never retried, because it costs money at the vendor, except after a refusal
 * that created nothing: under `auto`, `start` then asks the next engine. The adapter retries calls that only read.
 */
export type Engines = {
  /** `demo` when no vendor has a key: the result is a sample mesh, varied by the prompt. */
  readonly source: 'demo' | 'vendors'
  /** Set when the operator has turned generation off: running tasks are finished, and no new ones are created. */
  readonly closed?: true
  /** Those of the configured vendors; every one where samples are made. */
  readonly offered: readonly EngineName[]
  /** Engines for `auto`, best first: the configured ones that apply most of the requested options. Empty when none fits. */
  readonly candidates: (request: EngineRequest) => readonly EngineName[]
  readonly start: (
    request: EngineRequest,
    signal: AbortSignal,
    guard?: CreateGuard,
  ) => Promise<EngineStarted>
  readonly next: (
    task: EngineTask,
    signal: AbortSignal,
    guard?: CreateGuard,
  ) => Promise<EngineStarted>
  readonly read: (task: EngineTask, signal: AbortSignal) => Promise<EngineProgress>
  /** Reads the link again and downloads the GLB: size and time limited, private addresses refused, no API key sent. */
  readonly download: (
    task: EngineTask,
    signal: AbortSignal,
    /** `model` by default. */
    what?: EngineResultFile,
  ) => Promise<EngineDownload>
  readonly retexture: (
    request: RetextureRequest,
    signal: AbortSignal,
    guard?: CreateGuard,
  ) => Promise<EngineStarted>
  /** The finished model before an optional step that failed, as a task; null when there is none. */
  readonly fallback?: (task: EngineTask) => EngineTask | null
  /** Called at the deadline: asks the vendor to stop a task that nobody waits for. False where it cannot be stopped. */
  readonly cancel?: (task: EngineTask, signal: AbortSignal) => Promise<boolean>
}
