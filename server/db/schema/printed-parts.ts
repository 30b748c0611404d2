// Columns that orders and quotes share: what is printed, from which file, and at which price.
import type { Material, NozzleFlow, Quality } from '../../domain/catalog/options.ts'
import type { LengthUnit, ModelFormat } from '../../domain/models/format.ts'

/** A printed part and its file. */
export type LineColumns = {
  material: Material
  quality: Quality
  quantity: number
  color: string
  infill: number
  nozzle_diameter: number
  nozzle_flow: NozzleFlow
  layer_height: number
  units: LengthUnit | null
  file_uri: string
  file_name: string
  file_sha256: string
  /** bigint, parsed as a number (core/connect.ts). */
  file_size_bytes: number
  file_format: ModelFormat
}

export type PrintedPartColumns = LineColumns & {
  print_cents: number
  shipping_cents: number
  total_cents: number
  grams_per_part: number
  /** Hundredths of an hour. */
  centihours_per_part: number
}
