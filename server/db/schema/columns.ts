// Column types that several tables share.
import type { ColumnType } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'

/** Set by the database when omitted. */
export type Created = ColumnType<Date, Date | undefined, Date>

/** An account's id that references `accounts`, so a value that is read is always an account's, whatever type was written. */
export type OwnerId = ColumnType<AccountId, string, string>

/** A jsonb column: written as text by `jsonb()` and read through `readJson()` (values/json.ts), because the database checks no shape. */
export type Json = ColumnType<unknown, string, string>
export type JsonOrNull = ColumnType<unknown, string | null, string | null>
