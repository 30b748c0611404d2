// Columns of a printed part that orders, their lines, quotes and baskets share.
import type { Insertable, Selectable } from 'kysely'
import type { PrintOptions } from '../../../domain/catalog/options.ts'
import type { StoredModel } from '../../../domain/models/ports.ts'
import type { PartSize } from '../../../domain/models/report.ts'
import type { OrderPrice } from '../../../domain/pricing/price.ts'
import type { OrderLinesTable } from '../../schema/orders.ts'
import type { LineColumns, PrintedPartColumns } from '../../schema/printed-parts.ts'

type Line = {
  readonly options: Omit<PrintOptions, 'note'>
  readonly file: StoredModel
}

type PrintedPart = Line & { readonly price: OrderPrice }

export function columnsOfPart({
  options,
  price,
  file,
}: PrintedPart): Insertable<PrintedPartColumns> {
  return {
    ...columnsOfLine({ options, file }),
    print_cents: price.printCents,
    shipping_cents: price.shippingCents,
    total_cents: price.totalCents,
    grams_per_part: price.gramsPerPart,
    centihours_per_part: price.centihoursPerPart,
  }
}

export function columnsOfLine({ options, file }: Line): Insertable<LineColumns> {
  return {
    material: options.material,
    quality: options.quality,
    quantity: options.quantity,
    color: options.color,
    infill: options.infill,
    nozzle_diameter: options.nozzleDiameter,
    nozzle_flow: options.nozzleFlow,
    layer_height: options.layerHeight,
    units: options.units,
    file_uri: file.uri,
    file_name: file.fileName,
    file_sha256: file.sha256,
    file_size_bytes: file.sizeBytes,
    file_format: file.format,
  }
}

export function partOfRow(row: Selectable<PrintedPartColumns>): PrintedPart {
  return {
    ...lineOfRow(row),
    price: {
      printCents: row.print_cents,
      shippingCents: row.shipping_cents,
      totalCents: row.total_cents,
      gramsPerPart: row.grams_per_part,
      centihoursPerPart: row.centihours_per_part,
    },
  }
}

export function lineOfRow(row: Selectable<LineColumns>): Line {
  return {
    options: {
      material: row.material,
      quality: row.quality,
      quantity: row.quantity,
      color: row.color,
      infill: row.infill,
      nozzleDiameter: row.nozzle_diameter,
      nozzleFlow: row.nozzle_flow,
      layerHeight: row.layer_height,
      units: row.units,
    },
    file: {
      uri: row.file_uri,
      fileName: row.file_name,
      sha256: row.file_sha256,
      sizeBytes: row.file_size_bytes,
      format: row.file_format,
    },
  }
}

/** Returns null for an already-sliced file, and when no size was stored. */
export function sizeOfRow({
  dimensions_mm: sizes,
  read_unit: unit,
}: Pick<Selectable<OrderLinesTable>, 'dimensions_mm' | 'read_unit'>): PartSize | null {
  const [x, y, z] = sizes ?? []
  if (x === undefined || y === undefined || z === undefined || unit === null) return null
  return { dimensionsMm: [x, y, z], unit }
}
