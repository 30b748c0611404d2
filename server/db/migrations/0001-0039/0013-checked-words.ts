// CHECK constraints for the columns that hold one word of a list; the schema's types rely on them. They are NOT VALID, so that no table is
// read while it is locked; migrating/migrate.ts validates them afterwards. Tables are listed in the order in which transactions of running
// processes lock them. Where a statement reads them in another order, migrating/migrate.ts gives up the locks and retries.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statuses = `('PENDING_PAYMENT', 'RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED', 'SHIPPED', 'DELIVERED', 'CANCELLED',
  'REJECTED')`
const formats = "('stl', 'glb', '3mf', 'gcode', 'obj')"
const units = "('mm', 'cm', 'm', 'in')"

const checked = (table: string, column: string, test: string) =>
  `add constraint ${table}_${column}_check check (${column} ${test}) not valid`

const printedPart = (table: 'orders' | 'quotes') =>
  `alter table ${table}
    ${[
      checked(table, 'material', "in ('pla', 'petg', 'abs', 'asa', 'tpu')"),
      checked(table, 'quality', "in ('standard', 'premium')"),
      checked(table, 'nozzle_flow', "in ('standard', 'high')"),
      checked(table, 'units', `in ${units}`),
      checked(table, 'file_format', `in ${formats}`),
    ].join(',\n    ')}`

const statements = [
  printedPart('quotes'),
  printedPart('orders'),
  `alter table order_events
    ${checked('order_events', 'status', `in ${statuses}`)},
    ${checked('order_events', 'from_status', `in ${statuses}`)},
    ${checked('order_events', 'refund_state', "in ('started', 'unknown', 'succeeded', 'failed')")}`,
  `alter table emails
    ${checked('emails', 'kind', "in ('confirmation', 'unpaid') or kind like 'refund:%'")}`,
  `alter table web_orders ${checked('web_orders', 'status', `in ${statuses}`)}`,
  `alter table generations
    ${checked('generations', 'input_mode', "in ('text', 'image', 'image_text', 'multiview')")},
    ${checked('generations', 'format', `in ${formats}`)}`,
  `alter table measurements
    ${checked('measurements', 'format', `in ${formats}`)},
    ${checked('measurements', 'units', `in ('', ${units.slice(1)}`)}`,
  // glTF files were treated as meshes before estimates were stored for stored models only.
  `alter table print_estimates
    ${checked('print_estimates', 'format', "in ('stl', 'obj', 'glb', 'gltf', '3mf')")},
    ${checked('print_estimates', 'units', `in ('', ${units.slice(1)}`)}`,
]
