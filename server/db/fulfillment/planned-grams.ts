// Weight for plans: as billed, and with the supports that a price by the formula leaves out (`plannedGrams` of the domain).
import { sql } from 'kysely'
import { keysOf } from '../../domain/base/keys-of.ts'
import { materials } from '../../domain/catalog/materials.ts'

const densities = sql.join(
  keysOf(materials).map(
    (material) =>
      sql`when ${sql.lit(material)} then ${sql.lit(materials[material].densityHundredths)}`,
  ),
  sql` `,
)

/** Filament of the supports of one part of a row of `orders` or `order_lines`, in cm3; null where none are decided. */
export const supportsCm3 = sql<number | null>`(supports->>'filamentCm3')::float8`

const gramsOfPart = sql<number>`(grams_per_part
  + case when quote_id is null then coalesce(supports_cm3, 0) * (case material ${densities} end) / 100 else 0 end)`

/** Grams of all parts of a line, or of an order with a single line. Reads `supports_cm3`, and the order's `quote_id`. */
export const plannedGramsOfLine = sql<number>`quantity * ${gramsOfPart}`

/** Grams of all parts of an order. */
export const plannedGramsOfOrder = sql<number>`case when line_count = 1 then ${plannedGramsOfLine} else (
  select sum(${plannedGramsOfLine}) from (
    select quantity, grams_per_part, material, ${supportsCm3} as supports_cm3 from order_lines where order_id = looked.id offset 0
  ) as line
) end`
