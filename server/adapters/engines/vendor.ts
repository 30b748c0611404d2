// What vendor-engines.ts needs of a vendor: upload files, create tasks, read tasks. tripo.ts and fal.ts have the wire formats.

import type { Log } from '../../domain/base/ports.ts'
import {
  type EngineFailure,
  type EngineName,
  type EngineRequest,
  imageExtensions,
} from '../../domain/generation/engine/engine.ts'
import type { ReceivedFile } from '../../domain/models/received-file.ts'
import type { RetryDelay } from '../net/retry.ts'
import type { VendorName } from './engine-table.ts'
import type { Plan, Product, Step } from './plan.ts'

/** One task at the vendor; `call` created it. */
export type TaskReference = { readonly call: string; readonly id: string }

export type Uploaded = { readonly kind: 'uploaded'; readonly reference: string } | EngineFailure

/** `refused` = the vendor created nothing from this body; another one may be sent. */
export type Created =
  | { readonly kind: 'created'; readonly id: string }
  | {
      readonly kind: 'refused'
      readonly why: 'bad_value' | 'gone' | 'budget'
      readonly failure: EngineFailure
    }
  | EngineFailure

export type Products = { readonly [P in Product]?: string }

/** `unclear` = no usable response this time; the task may still be running. */
export type TaskReading =
  | { readonly kind: 'running'; readonly percent: number | null; readonly ahead?: number }
  | { readonly kind: 'done'; readonly products: Products }
  | { readonly kind: 'unclear'; readonly failure: EngineFailure }
  | EngineFailure

export type Vendor = {
  readonly name: VendorName
  readonly plan: (engine: EngineName, request: EngineRequest, pictures: readonly string[]) => Plan
  /** `origin` = this vendor's task that created the model; otherwise the model is uploaded. */
  readonly planRetexture: (
    model: { readonly origin: string } | { readonly uploaded: string },
    prompt: string,
  ) => Plan
  /** Whether it can texture the model of one of its tasks without an upload. */
  readonly keepsModels: boolean
  readonly upload: (file: ReceivedFile, mimeType: string, signal: AbortSignal) => Promise<Uploaded>
  /** May cost money, so it is sent once, and again only after the vendor's rate limit refused it. */
  readonly create: (step: Pick<Step, 'call' | 'body'>, signal: AbortSignal) => Promise<Created>
  readonly read: (task: TaskReference, signal: AbortSignal) => Promise<TaskReading>
  /** What is left on the account, in the vendor's credits. Absent where the vendor does not tell; null = no usable answer. */
  readonly balance?: (signal: AbortSignal) => Promise<number | null>
  /** Absent where the vendor cannot stop a task. */
  readonly cancel?: (task: TaskReference, signal: AbortSignal) => Promise<boolean>
}

export type VendorSettings = {
  readonly apiKey: string
  readonly apiBase: string
  readonly log: Log
  /** For tests. */
  readonly pause?: RetryDelay
}

const extensions: Readonly<Record<string, string>> = {
  ...imageExtensions,
  'model/gltf-binary': 'glb',
}

/** The name of an upload at the vendor, which does not learn the caller's file name. */
export const uploadName = (mimeType: string): string => `file.${extensions[mimeType] ?? 'bin'}`
