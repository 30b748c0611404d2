// The newest picture of each printer.
import { sql } from 'kysely'
import type { StoredPicture } from '../../domain/farm/printers/printer-pictures.ts'
import type { Db } from '../core/connect.ts'

export async function writePicture(db: Db, name: string, jpeg: Uint8Array): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    insert into printer_pictures as pictures (printer, jpeg) select name, ${Buffer.from(jpeg)} from printers where name = ${name}
    on conflict (printer) do update set jpeg = excluded.jpeg, taken_at = now()
    returning taken_at as at`.execute(db)
  return rows[0]?.at ?? null
}

export async function readPicture(db: Db, name: string): Promise<StoredPicture | null> {
  const row = await db
    .selectFrom('printer_pictures')
    .select(['jpeg', 'taken_at as at'])
    .where('printer', '=', name)
    .executeTakeFirst()
  return row ?? null
}
