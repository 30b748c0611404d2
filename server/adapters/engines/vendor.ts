// What vendor-engines.ts needs of a vendor: files up, tasks made, tasks read. tripo.ts and fal.ts have the wire formats.

import type { Log } from '../../domain/base/ports.ts'
import type {
  EngineFailure,
  EngineName,
  EngineRequest,
} from '../../domain/generation/engine/engine.ts'
import type { ReceivedFile } from '../../domain/models/received-file.ts'
import type { Pause } from '../net/retry.ts'
import type { VendorName } from './engine-table.ts'
import type { Plan, Product, Step } from './plan.ts'

/** One task at the vendor; `call` is what it was made with. */
export type TaskReference = { readonly call: string; readonly id: string }

export type Uploaded = { readonly kind: 'uploaded'; readonly reference: string } | EngineFailure

/** `refused` = the vendor says that it made nothing of this body; another one may be sent. */
export type Created =
  | { readonly kind: 'created'; readonly id: string }
  | {
      readonly kind: 'refused'
      readonly why: 'bad_value' | 'gone'
      readonly failure: EngineFailure
    }
  | EngineFailure

export type Products = { readonly [P in Product]?: string }

/** `unclear` = no answer worth believing, for now; the task may well be running. */
export type Seen =
  | { readonly kind: 'running'; readonly percent: number | null }
  | { readonly kind: 'done'; readonly products: Products }
  | { readonly kind: 'unclear' }
  | EngineFailure

export type Vendor = {
  readonly name: VendorName
  readonly plan: (engine: EngineName, request: EngineRequest, pictures: readonly string[]) => Plan
  /** `origin` = the vendor's own task that made the model, when it was this vendor; else the uploaded model. */
  readonly planRetexture: (
    model: { readonly origin: string } | { readonly uploaded: string },
    prompt: string,
  ) => Plan
  /** Whether it can paint a task of its own without having the model sent. */
  readonly keepsModels: boolean
  readonly upload: (file: ReceivedFile, mimeType: string, signal: AbortSignal) => Promise<Uploaded>
  /** May cost money: sent once. Only what was refused for being one too many is sent again. */
  readonly create: (step: Pick<Step, 'call' | 'body'>, signal: AbortSignal) => Promise<Created>
  readonly read: (task: TaskReference, signal: AbortSignal) => Promise<Seen>
}

export type VendorSettings = {
  readonly apiKey: string
  readonly apiBase: string
  readonly log: Log
  /** For tests. */
  readonly pause?: Pause
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'model/gltf-binary': 'glb',
}

/** What an upload is called at the vendor: the caller's own file name stays here. */
export const uploadName = (mimeType: string): string => `file.${extensions[mimeType] ?? 'bin'}`
