// The filament of plates: how much a plate needs, whether a loaded spool has as much, and from which spool a claim takes it. The trigger
// print_jobs_take_filament books it at the end of the claim (server/db/README.md).

import { type RawBuilder, sql } from 'kysely'
import type { PrintLease } from '../../domain/base/ids/print-lease.ts'
import { noColor } from '../../domain/catalog/options.ts'
import type { ShortSpool } from '../../domain/farm/ports.ts'
import type { LoadedSpool } from '../../domain/farm/printers/ability.ts'
import type { Tx } from '../core/connect.ts'
import { plannedGramsOfJob } from './planned-grams.ts'
import type { Row } from './plate-locks.ts'

/** Filament of a row of `spools`, in milligrams: the sum of its movements. */
export const leftMilligrams = sql<number>`(
  select coalesce(sum(milligrams), 0)::bigint from spool_movements where spool_id = spools.id)`

/** Grams of a plate. `file` is the alias of the row of `print_files` that is printed, whose columns are null without one. */
const gramsOfPlate = (job: string, file: string) => sql<number>`coalesce(
  ${sql.ref(`${file}.grams`)} * case when ${sql.ref(`${file}.shared`)} then 1 else ${sql.ref(`${job}.parts`)}::float8 / ${sql.ref(`${file}.parts`)} end,
  ${sql.ref(`${job}.parts`)} * ${plannedGramsOfJob(job)})`

/** Whether the spool matches. Jobs of orders without a color are printed from any spool of their material. */
export const isPrintedFrom = ({ material, color }: Pick<LoadedSpool, 'material' | 'color'>) =>
  sql<boolean>`(job.material = ${material} and lower(job.color) in (${color.toLowerCase()}, ${noColor.toLowerCase()}))`

/**
 * Whether a loaded spool has enough for a plate whose `slice`, if any, is joined. A spool that is not counted is taken to have enough. Null
 * when no loaded spool is counted.
 */
export function hasEnoughFilament(
  spools: readonly LoadedSpool[] | null,
): RawBuilder<boolean> | null {
  if (spools === null || spools.every(({ counted }) => counted === undefined)) return null
  const enough = spools.map((spool) =>
    spool.counted === undefined
      ? isPrintedFrom(spool)
      : sql`(${isPrintedFrom(spool)} and need.grams <= ${spool.counted.gramsLeft}::float8)`,
  )
  return sql<boolean>`exists (
    select from (
      select ${gramsOfPlate('job', 'file')} as grams
      from (select 1) as single left join print_files file on file.id = coalesce(slice.file_id, job.print_file_id)) as need
    where ${sql.join(enough, sql` or `)})`
}

type Claim = { readonly lease: PrintLease; readonly printer: string }

/**
 * Records the filament of a claimed plate, to be booked when the claim ends. Does nothing while no spool is counted. Takes the first slot
 * whose spool has enough, otherwise none if a spool that is not counted matches, otherwise the fullest. Returns the spool if it has too
 * little.
 */
export async function recordFilament(
  tx: Tx,
  lead: Pick<Row, 'id'>,
  { lease, printer }: Claim,
): Promise<ShortSpool | null> {
  const { rows } = await sql<ShortSpool & { isShort: boolean }>`
    with plate as (
      select job.id, job.material, job.color, round(1000 * ${gramsOfPlate('job', 'file')})::bigint as milligrams
      from print_jobs job left join print_files file on file.id = coalesce(job.print_file_id, (
        select made.print_file_id from plate_slices made where made.job_id = job.id and made.state = 'sliced'
          and made.shared = (job.place is not null) and made.profile = job.slice_profile))
      where job.id = ${lead.id} and exists (select from spools where emptied_at is null)
    ), loaded as (
      select spools.id, ${leftMilligrams} as left_milligrams
      from spools join plate job on ${isLoadedFor('spools', 'job')}
      where spools.printer = ${printer} and (${leftMilligrams} >= job.milligrams or not ${hasUncounted(printer, 'job')})
      order by ${leftMilligrams} >= job.milligrams desc, case when ${leftMilligrams} >= job.milligrams then slot end, 2 desc
      limit 1 for no key update of spools
    ), recorded as (
      insert into plate_filament (lease, job_id, printer, material, color, milligrams, spool_id)
      select ${lease}, id, ${printer}, material, color, milligrams, (select id from loaded) from plate
      returning milligrams
    )
    select loaded.id::int as "spoolId", floor(left_milligrams / 1000.0)::int as "gramsLeft", ceil(milligrams / 1000.0)::int as "gramsNeeded",
      left_milligrams < milligrams as "isShort"
    from recorded cross join loaded`.execute(tx)
  const [spool] = rows
  if (spool?.isShort !== true) return null
  const { isShort: _, ...short } = spool
  return short
}

/** Whether a row of `spools` prints a job, or a row of `plate_filament`, by material and color. */
export const isLoadedFor = (spool: string, plate: string) =>
  sql<boolean>`(${sql.ref(`${spool}.material`)} = ${sql.ref(`${plate}.material`)}
    and lower(${sql.ref(`${plate}.color`)}) in (lower(${sql.ref(`${spool}.color`)}), lower(${noColor})))`

/** Whether the printer has a spool for the plate that is not counted. */
export const hasUncounted = (printer: string, plate: string) =>
  sql<boolean>`exists (
    select from printer_spools as other where other.printer = ${printer} and ${isLoadedFor('other', plate)}
      and not exists (select from spools as counted where counted.printer = other.printer and counted.slot = other.slot))`

/**
 * Books what the running plates of the spool and of the printer have used so far. Locks these plates, then the spool and the spools of the
 * printer. A plate without a counted spool books nothing; only the rest of it is taken from a spool that is loaded now.
 */
export async function bookFilament(
  tx: Tx,
  { spoolId, printer }: { readonly spoolId: number | null; readonly printer: string | null },
): Promise<void> {
  await sql`
    with locked as materialized (
      select plate.lease, printed_share(plate) as share from plate_filament plate
      where spool_id = ${spoolId} or printer = ${printer} or printer = (select printer from spools where id = ${spoolId})
      order by lease for update)
    select take_filament(lease, share) from locked`.execute(tx)
  await sql`
    select from spools where id = ${spoolId} or printer = ${printer} order by id for no key update`.execute(
    tx,
  )
}

/** Puts counted spools on the shelf if their slot of the printer now has another material or color, or is empty. */
export async function shelveReplaced(tx: Tx, printer: string): Promise<void> {
  await sql`
    with shelved as (
      update spools set printer = null, slot = null, version = version + 1
      where printer = ${printer} and not exists (select from printer_spools loaded where loaded.printer = spools.printer
        and loaded.slot = spools.slot and loaded.material = spools.material and lower(loaded.color) = lower(spools.color))
      returning id)
    update plate_filament set spool_id = null from shelved where spool_id = shelved.id`.execute(tx)
}
