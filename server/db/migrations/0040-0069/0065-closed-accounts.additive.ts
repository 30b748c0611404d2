// Rejects rows of deleted accounts: a request admitted before the deletion may write afterwards, and must not leave personal data behind.
// In the database, so that no statement can omit the check. In a process of the previous release, such a request fails.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Tables with data that a person uploads or makes. The insert of an order checks its account in the same statement. */
const tables = [
  'api_keys',
  'baskets',
  'extension_tokens',
  'gallery_entries',
  'generation_jobs',
  'generations',
  'idempotency_keys',
  'images',
  'known_devices',
  'models',
  'purchases',
  'quotes',
  'signed_uploads',
  'tickets',
]

const personal = [
  'email',
  'card_payment_method_id',
  'card_brand',
  'card_last4',
  'company',
  'vat_id',
  'purchase_order',
  'daily_limit_cents',
  'key_daily_limit_cents',
]

const isWritten = personal
  .map((name) => `(new.${name} is not null and new.${name} is distinct from old.${name})`)
  .join(' or ')

const statements = [
  `create function refuse_closed_account() returns trigger language plpgsql as $$
  begin
    raise foreign_key_violation using constraint = 'account_is_open', message = 'The account was deleted.';
  end $$`,
  // The deletion locks the row for update. This trigger waits for the end of the deletion, or the deletion waits for the end of this
  // transaction.
  `create function refuse_row_of_closed_account() returns trigger language plpgsql as $$
  declare closed timestamptz;
  begin
    select closed_at into closed from accounts where id = new.account_id for key share;
    if closed is not null then
      raise foreign_key_violation using constraint = 'account_is_open', message = 'The account was deleted.';
    end if;
    return new;
  end $$`,
  ...tables.map(
    (
      table,
    ) => `create trigger ${table}_account_is_open before insert or update of account_id on ${table} for each row
      when (new.account_id is not null) execute function refuse_row_of_closed_account()`,
  ),
  `create trigger accounts_are_open before update of ${personal.join(', ')} on accounts for each row
    when (old.closed_at is not null and (${isWritten})) execute function refuse_closed_account()`,
]
