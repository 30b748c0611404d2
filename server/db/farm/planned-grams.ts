// Weight for plans: the billed weight plus the supports that the price formula leaves out (`plannedGrams` of the domain).
import { sql } from 'kysely'
import { materialNames, materials } from '../../domain/catalog/materials.ts'

const densities = () =>
  sql.join(
    materialNames.map(
      (material) =>
        sql`when ${sql.lit(material)} then ${sql.lit(materials()[material].densityHundredths)}`,
    ),
    sql` `,
  )

/** Filament of the supports of one part of a row of `orders` or `order_lines`, in cm3. Null when no supports are decided. */
export const supportsCm3 = sql<number | null>`(supports->>'filamentCm3')::float8`

/** Grams of one part of a line. Reads the same columns as `plannedGramsOfLine`. */
export const plannedGramsOfPart = () => sql<number>`(grams_per_part
  + case when quote_id is null then coalesce(supports_cm3, 0) * (case material ${densities()} end) / 100 else 0 end)`

/** Grams of all parts of a line, or of an order with a single line. Reads `supports_cm3`, and the order's `quote_id`. */
export const plannedGramsOfLine = () => sql<number>`quantity * ${plannedGramsOfPart()}`

/** Grams of one part of a print job. `job` is the alias of its row. */
export const plannedGramsOfJob = (job: string) => sql<number>`(
  select ${plannedGramsOfPart()} from (
    select coalesce(line.grams_per_part, whole.grams_per_part) as grams_per_part, whole.quote_id,
      coalesce(line.material, whole.material) as material,
      (case when line.order_id is null then whole.supports else line.supports end->>'filamentCm3')::float8 as supports_cm3
    from orders as whole left join order_lines as line on line.order_id = whole.id and line.place = ${sql.ref(`${job}.line`)}
    where whole.id = ${sql.ref(`${job}.order_id`)}) as part)`

/** Grams of all parts of an order. */
export const plannedGramsOfOrder =
  () => sql<number>`case when line_count = 1 then ${plannedGramsOfLine()} else (
  select sum(${plannedGramsOfLine()}) from (
    select quantity, grams_per_part, material, ${supportsCm3} as supports_cm3 from order_lines where order_id = looked.id offset 0
  ) as line
) end`
