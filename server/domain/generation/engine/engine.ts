// The port of the 3D engines. server/adapters/engines implements it from a table of engines.
import { keysOf } from '../../base/keys-of.ts'
import { wallRangeMm } from '../../measurement/part-changes.ts'
import type { ReceivedFile } from '../../models/received-file.ts'

export const otherEngineAdvice = 'Choose another engine, or leave engine at auto.'

/** The contract's engine names (contract.md 4.7). Each names one engine of one vendor. */
export const engineNames = ['engine_1', 'engine_2', 'engine_2_p1', 'engine_3', 'engine_4'] as const
export type EngineName = (typeof engineNames)[number]

export const generationModes = ['fast_draft', 'hi_fi'] as const
export type GenerationMode = (typeof generationModes)[number]

export const inputModes = ['text', 'image', 'image_text', 'multiview'] as const
export type InputMode = (typeof inputModes)[number]

export const meshQualities = ['standard', 'high', 'ultra'] as const
export type MeshQuality = (typeof meshQualities)[number]
/** Target number of triangles per quality, if the engine supports it (contract.md 4.7). */
export const triangleAims = { standard: 50_000, high: 200_000, ultra: 500_000 } as const

export const topologies = ['triangles', 'quads'] as const
export const smoothings = ['off', 'light', 'strong'] as const
export const hollowings = ['solid', 'hollow'] as const

export const textureResolutions = ['1k', '2k', '4k', '8k'] as const
export type TextureResolution = (typeof textureResolutions)[number]

export const outputFormats = ['glb', 'obj', 'stl', 'fbx', 'usdz', '3mf'] as const
export type OutputFormat = (typeof outputFormats)[number]

/** Permitted wall thickness of hollow models. */
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
  /** Always false with `generateParts`. */
  readonly textures: boolean
  readonly textureResolution: TextureResolution
  readonly engine: EngineName | 'auto'
  readonly outputFormat: OutputFormat
  readonly refinementPass: boolean
  readonly seed: number | null
  /** Longest side of the printed model, 5 to 340 mm; null = as stated in the prompt, otherwise the default size. */
  readonly sizeMm: number | null
}

/** The largest seed that all vendors accept: 31 bits. */
export const maxSeed = 2 ** 31 - 1

/** The sides of an object in several pictures, in the order that engines expect. */
export const viewNames = ['front', 'left', 'back', 'right'] as const
export type ViewName = (typeof viewNames)[number]

/** Picture types that the service accepts and creates, with their file extensions. */
export const imageExtensions = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
} as const
export type ImageType = keyof typeof imageExtensions
export const imageTypes = keysOf(imageExtensions)
export type GenerationImage = ReceivedFile & {
  readonly mimeType: ImageType
  /** The side that the picture shows; absent for a single picture. */
  readonly view?: ViewName
}

/** A request to an engine. */
export type EngineRequest = {
  /** null = the engine table's default for this mode and input. */
  readonly engine: EngineName | null
  readonly mode: GenerationMode
  readonly inputMode: InputMode
  /** The enhanced prompt, or a label for pictures without a prompt. */
  readonly prompt: string
  /**
   * The caller's text in addition to pictures, including the style; null = the input is text, or pictures without
   * text. With `image_text` the text changes the picture; `image` and `multiview` follow the pictures.
   */
  readonly words: string | null
  readonly images: readonly GenerationImage[]
  readonly options: GenerationOptions
  /** Engines that operators have disabled. */
  readonly off?: readonly EngineName[]
  /** Set if the service chose the seed, so that no note mentions a seed without effect. */
  readonly ownSeed?: true
}

/**
 * A task that a vendor has accepted. Plain JSON in the job's row, so that any process can continue it. `step` starts
 * at 0; engines that need several consecutive vendor tasks continue with `next`.
 */
export type EngineTask = {
  readonly source: string
  readonly engine: EngineName | null
  readonly taskId: string
  readonly step: number
  /** The adapter's state, as plain JSON. */
  readonly state: Readonly<Record<string, unknown>>
  /** Sentences for the caller about options that are not applied. Tasks from earlier releases have none. */
  readonly notes?: readonly string[]
  /** The optional last step failed: this is the model before that step, and the step's credits are refunded. */
  readonly isPartial?: true
  /**
   * `auto` had selected an engine with a refinement pass, and an engine without one replaced it. The credits of the
   * pass are refunded.
   */
  readonly lacksRefinement?: true
}

/** `message` is for the caller. `banned`: the vendor's content policy refused the request. */
export type EngineFailure =
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'banned'; readonly message: string }
  /** The engine's daily budget is used up. Nothing was created. */
  | { readonly kind: 'budget_used_up'; readonly message: string }

/** The vendor has made the model, but its file could not be downloaded. */
export const modelNotFetched = {
  kind: 'failed',
  message: 'The model was made but could not be fetched from the engine. Try again.',
} as const satisfies EngineFailure

export type EngineStarted =
  | { readonly kind: 'started'; readonly task: EngineTask }
  /** Nothing was created, because every suitable engine has reached its limit of tasks. Retry later. */
  | { readonly kind: 'busy'; readonly message: string }
  | EngineFailure

/** Callbacks of a create call. */
export type CreateGuard = {
  /** Called before each vendor call that may cost money, after uploads. */
  readonly before: (source: string) => Promise<void>
  /** Called when the vendor refused the call and created nothing. */
  readonly afterRefusal: () => Promise<void>
  /** Returns how many of the service's tasks run at a vendor. */
  readonly tasksAt: (source: string) => Promise<number>
  /**
   * Returns the files that were already uploaded to a vendor for this job, in file order, so that a job that waits for
   * capacity uploads only once.
   */
  readonly uploadsAt: (source: string) => readonly string[] | null
  /** Stores the references of the files that a vendor has received. */
  readonly afterUploads: (source: string, references: readonly string[]) => Promise<void>
}

/** The guard for calls outside a job. */
export const noGuard: CreateGuard = {
  before: async () => {},
  afterRefusal: async () => {},
  tasksAt: async () => 0,
  uploadsAt: () => null,
  afterUploads: async () => {},
}

export type EngineProgress =
  | {
      readonly kind: 'running'
      readonly percent: number | null
      /** Number of tasks ahead of this one in the vendor's queue. */
      readonly ahead?: number
      /** The vendor reported no status. This reason is used if the deadline passes. */
      readonly trouble?: EngineFailure
    }
  /** This vendor task is done; the next one must be created with `next`. */
  | { readonly kind: 'step_done'; readonly task: EngineTask }
  /** Freshly read links. `previewUrl` is the textured original if it is a separate file. */
  | {
      readonly kind: 'succeeded'
      readonly modelUrl: string
      readonly previewUrl: string | null
      /** When the links expire, if the vendor states it. */
      readonly expiresAt: Date | null
    }
  | EngineFailure

/**
 * Number of attempts to download a finished model, and the time limit of each. Each attempt reads the task again
 * first.
 */
export const downloadAttempts = 3
export const downloadAttemptMs = 120_000

/** `preview` exists only if `succeeded` has a `previewUrl`. */
export type EngineResultFile = 'model' | 'preview'

export type EngineDownload =
  | { readonly kind: 'downloaded'; readonly file: ReceivedFile }
  /** Neither the vendor nor its file host responded. */
  | { readonly kind: 'unclear'; readonly message: string }
  | EngineFailure

/** Retextures a finished generation. */
export type RetextureRequest = {
  readonly task: EngineTask
  readonly prompt: string
  /** A local copy of the textured original, for vendors that accept a mesh instead of a task. */
  readonly model: ReceivedFile
}

/**
 * All engines. A create call (`start`, `next`, `retexture`) costs money at the vendor and is never retried, except
 * after a refusal that created nothing: under `auto`, `start` then tries the next engine. The adapter also retries
 * read-only calls.
 */
export type Engines = {
  /** `demo` if no vendor has a key: the result is a sample mesh that varies with the prompt. */
  readonly source: 'demo' | 'vendors'
  /** Set if the operator has disabled generation. Running tasks are finished, and no new ones are created. */
  readonly closed?: true
  /** Engines of the configured vendors; all engines in demo mode. */
  readonly offered: readonly EngineName[]
  /**
   * Returns the engines for `auto`, best first: the configured engines that apply most of the requested options. Empty
   * if none is suitable.
   */
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
  /**
   * Reads the link again and downloads the GLB. Limits size and time, refuses private addresses, and sends no API key.
   */
  readonly download: (
    task: EngineTask,
    signal: AbortSignal,
    /** Default: `model`. */
    what?: EngineResultFile,
  ) => Promise<EngineDownload>
  readonly retexture: (
    request: RetextureRequest,
    signal: AbortSignal,
    guard?: CreateGuard,
  ) => Promise<EngineStarted>
  /** Returns the finished model before a failed optional step, as a task; null if there is none. */
  readonly fallback?: (task: EngineTask) => EngineTask | null
  /**
   * Asks the vendor at the deadline to cancel a task whose result is not used. Returns false if the task cannot be
   * cancelled.
   */
  readonly cancel?: (task: EngineTask, signal: AbortSignal) => Promise<boolean>
}
