// The interface between vendor-engines.ts and a vendor: upload files, create tasks, read tasks. The wire formats are in tripo.ts and
// fal.ts.

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
import type { Plan, Product, VendorCall } from './plan.ts'

/** One task at the vendor, created by `call`. */
export type TaskReference = { readonly call: string; readonly id: string }

export type Uploaded = { readonly kind: 'uploaded'; readonly reference: string } | EngineFailure

/** `refused` means that the vendor created nothing from this body, so another may be sent. */
export type Created =
  | { readonly kind: 'created'; readonly id: string }
  | {
      readonly kind: 'refused'
      readonly why: 'bad_value' | 'gone' | 'budget'
      readonly failure: EngineFailure
    }
  | EngineFailure

export type Products = { readonly [P in Product]?: string }

/** `unclear` means no usable response this time; the task may still be running. */
export type TaskReading =
  | { readonly kind: 'running'; readonly percent: number | null; readonly ahead?: number }
  | { readonly kind: 'done'; readonly products: Products }
  | { readonly kind: 'unclear'; readonly failure: EngineFailure }
  | EngineFailure

export type Vendor = {
  readonly name: VendorName
  readonly plan: (engine: EngineName, request: EngineRequest, pictures: readonly string[]) => Plan
  /** `origin` is this vendor's task that created the model. Without it, the model is uploaded. */
  readonly planRetexture: (
    model: { readonly origin: string } | { readonly uploaded: string },
    prompt: string,
  ) => Plan
  /** Whether the vendor can texture the model of one of its tasks without an upload. */
  readonly keepsModels: boolean
  readonly upload: (file: ReceivedFile, mimeType: string, signal: AbortSignal) => Promise<Uploaded>
  /** May cost money, so it is sent once, and retried only after the vendor's rate limit rejected it. */
  readonly create: (
    step: Pick<VendorCall, 'call' | 'body'>,
    signal: AbortSignal,
  ) => Promise<Created>
  readonly read: (task: TaskReference, signal: AbortSignal) => Promise<TaskReading>
  /** Reads the account's balance, in the vendor's credits. Absent if the vendor does not report it; null means no usable response. */
  readonly balance?: (signal: AbortSignal) => Promise<number | null>
  /** Absent if the vendor cannot stop a task. */
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

/** Name of an upload at the vendor, which must not learn the caller's file name. */
export const uploadName = (mimeType: string): string => `file.${extensions[mimeType] ?? 'bin'}`
