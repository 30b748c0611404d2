// The tables of slicing as Kysely sees them, beside schema.ts.
import type { ColumnType } from 'kysely'

type Created = ColumnType<Date, Date | undefined, Date>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

/** service.md, "Slice analysis". */
export type SliceAnalysisJson = {
  filamentCm3: number
  seconds: number
  layers: number
  sliceScale: 1
  slicedAt: string
}

/** `verdict` null = under way, by the holder of the lease. */
export type SlicesTable = {
  key: string
  verdict: JsonOrNull<unknown>
  holder: string | null
  leased_until: Date | null
  created_at: Created
}

export type PrintEstimatesTable = {
  sha256: string
  format: string
  units: string
  settings: string
  core_version: number
  outcome: ColumnType<unknown, string, string>
  created_at: Created
}

/** Models of an account: uploaded (mode `upload`) or generated. */
export type GenerationsTable = {
  id: string
  account_id: string
  mode: 'upload' | 'fast_draft' | 'hi_fi'
  input_mode: ColumnType<string | null, string | null | undefined, string | null>
  prompt: ColumnType<string | null, string | null | undefined, string | null>
  /** A generation that could not be stored has the engine's own address here. */
  model_uri: ColumnType<string | null, string | null | undefined, string | null>
  preview_uri: ColumnType<string | null, string | null | undefined, string | null>
  file_name: ColumnType<string | null, string | null | undefined, string | null>
  format: ColumnType<string | null, string | null | undefined, string | null>
  units: ColumnType<string | null, string | null | undefined, string | null>
  slice_analysis: JsonOrNull<SliceAnalysisJson>
  created_at: Created
}
