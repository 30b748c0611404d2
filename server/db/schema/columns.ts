// Kinds of columns that several tables have.
import type { ColumnType } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'

/** Set by the database when it is left out. */
export type Created = ColumnType<Date, Date | undefined, Date>

/** An account's id, which references `accounts`: what is read is an account's, whatever was passed in. */
export type OwnerId = ColumnType<AccountId, string, string>

/** jsonb: written as text by `jsonb()`, read through `readJson()` (core/json.ts), since the database checks no shape. */
export type Json = ColumnType<unknown, string, string>
export type JsonOrNull = ColumnType<unknown, string | null, string | null>
