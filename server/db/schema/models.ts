// Stored models, and cached results about their content: measurements, estimates, silhouettes, slices.
import type { Generated } from 'kysely'
import type { GenerationMode, ImageType, InputMode } from '../../domain/generation/engine/engine.ts'
import type {
  LengthUnit,
  MeshFormat,
  ModelFormat,
  SliceableFormat,
} from '../../domain/models/format.ts'
import type { Created, Json, JsonOrNull, OwnerId } from './columns.ts'

export type ModelsTable = {
  account_id: OwnerId
  uri: string
  file_name: string
  sha256: string
  /** bigint, parsed as a number (core/connect.ts). */
  size_bytes: number
  format: ModelFormat
  units: LengthUnit | null
  published: Generated<boolean>
  created_at: Created
}

/** Files that visitors left behind. The sweep removes them once nothing refers to them. */
export type VisitorFilesTable = {
  uri: string
  sha256: string
  expires_at: Date
  /** An operator deleted the model: the file is kept only until its orders are done. */
  until_orders_end: Generated<boolean>
}

/** Models that were removed from the gallery and then deleted. */
export type BannedModelsTable = { uri: string; by: string; reason: string; at: Created }

export type MeasurementsTable = {
  sha256: string
  format: ModelFormat
  /** Empty means the unit of the format. */
  units: LengthUnit | ''
  core_version: number
  outcome: Json
  created_at: Created
}

export type PrintEstimatesTable = {
  sha256: string
  format: MeshFormat
  /** Empty means the unit of the format. */
  units: LengthUnit | ''
  settings: string
  core_version: number
  outcome: Json
  created_at: Created
}

export type PartSilhouettesTable = {
  sha256: string
  format: SliceableFormat
  /** Empty means the unit of the format. */
  units: LengthUnit | ''
  oriented: boolean
  core_version: number
  width_mm: number
  depth_mm: number
  /** Rows of words of 32 columns, the lowest bit of the first byte first. */
  bits: Uint8Array
  used_at: Generated<Date>
}

/** A null `verdict` means that the holder of the lease is slicing it. */
export type SlicesTable = {
  key: string
  verdict: JsonOrNull
  holder: string | null
  leased_until: Date | null
  created_at: Created
}

/** Models of an account, uploaded (mode `upload`) or generated. */
export type GenerationsTable = {
  id: string
  account_id: OwnerId
  mode: 'upload' | GenerationMode
  input_mode: InputMode | null
  prompt: string | null
  /** Contains the engine's URL if the generation could not be stored. */
  model_uri: string | null
  /** The OBJ from which an uploaded STL was made; null means none or unknown. */
  original_uri: Generated<string | null>
  preview_uri: string | null
  file_name: string | null
  format: ModelFormat | null
  units: LengthUnit | null
  slice_analysis: JsonOrNull
  created_at: Created
}

/** How a model of the account was derived from another. */
export type ModelChangesTable = {
  /** The generation row of the model. */
  id: string
  /** Shared by the parts of a cut. */
  change_id: string
  /** Null means that the source model was deleted. */
  made_from: string | null
  words: string
  part: number
  parts: number
}

/** Uploads that go directly to storage. */
export type SignedUploadsTable = {
  id: string
  account_id: OwnerId
  file_name: string
  format: SliceableFormat
  size_bytes: number
  sha256: string
  units: LengthUnit | null
  token_hash: string | null
  created_at: Created
  expires_at: Date
  /** End of the claim of a call that completes the upload. */
  claimed_until: Date | null
  completed_at: Date | null
  result: JsonOrNull
}

/** Pictures made for an account. */
export type ImagesTable = {
  account_id: OwnerId
  uri: string
  prompt: string
  sha256: string
  size_bytes: number
  mime_type: ImageType
  width: number
  height: number
  created_at: Created
}
