// Accounts, their saved card, API key and extension tokens. Each function is one statement or one transaction.

import { sql } from 'kysely'
import type pg from 'pg'
import type { BuyerDetails } from '../../domain/accounts/buyer.ts'
import type {
  AccountRecord,
  Accounts,
  ApiKeyRecord,
  ExtensionTokenRecord,
} from '../../domain/accounts/ports.ts'
import {
  type AccountCaller,
  type AccountId,
  accountIdOf,
  type Credential,
} from '../../domain/base/caller.ts'
import type { CustomerId } from '../../domain/base/ids/customer-id.ts'
import type { PaymentMethodId } from '../../domain/base/ids/payment-method-id.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import type { Db, OpenDatabase } from '../core/connect.ts'
import { prepare } from '../core/connection/prepared.ts'
import { type BuyerColumns, buyerOfRow, columnsOfBuyer } from './buyer-columns.ts'
import { readSpending, setSpendingLimits } from './spending.ts'

export function createAccounts({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>): Accounts {
  const findApiKeyOwner = prepareFindOwner(db, pool, 'api_keys', 'key_hash')
  const findReplacedKeyOwner = prepareFindReplacedKeyOwner(db, pool)
  const findTokenOwner = prepareFindOwner(db, pool, 'extension_tokens', 'token_hash')
  return {
    read: prepareRead({ db, pool }),
    linkCustomer: (accountId, customerId) => linkCustomer(db, accountId, customerId),
    replaceCustomer: (accountId, customer) => replaceCustomer(db, accountId, customer),
    loseCard: (customerId) => loseCard(db, customerId),
    saveCard: (card) => saveCard(db, card),
    removeCard: (paymentMethodId) => removeCard(db, paymentMethodId),
    readSpending: (accountId) => readSpending(db, accountId),
    setSpendingLimits: (accountId, limits) => setSpendingLimits(db, accountId, limits),
    setBuyer: (accountId, buyer) => setBuyer(db, accountId, buyer),
    findIdByEmail: (email) => findIdByEmail(db, email),
    findByApiKeyHash: async (hash) =>
      callerOf(await findApiKeyOwner(hash), 'api_key') ??
      callerOf(await findReplacedKeyOwner(hash), 'api_key'),
    findByExtensionTokenHash: async (hash) =>
      callerOf(await findTokenOwner(hash), 'extension_token'),
    readApiKey: (accountId) => readApiKey(db, accountId),
    replaceApiKey: (accountId, hash, prefix, overlapHours = 0) =>
      replaceApiKey(db, accountId, { hash, prefix, overlapHours }),
    deleteApiKey: (accountId) => deleteApiKey(db, accountId),
    addExtensionToken: (accountId, token, max) => addExtensionToken(db, accountId, token, max),
    listExtensionTokens: (accountId) => listExtensionTokens(db, accountId),
    deleteExtensionToken: (accountId, id) => deleteExtensionToken(db, accountId, id),
  }
}

async function findIdByEmail(db: Db, email: string): Promise<AccountId | null> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Adds the account row of a user of the auth library, unless it exists. `email` is lowercased here. */
export async function ensureAccount(db: Db, id: string, email: string): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ id, email: email.toLowerCase() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Deletes an unused account. The auth library calls this only for users who never confirmed their address. */
export async function deleteUnconfirmedAccount(db: Db, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', accountIdOf(id)).execute()
}

/** Prepared because it runs for every order. */
function prepareRead({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>) {
  const query = db
    .selectFrom('accounts')
    .select([
      'email',
      'customer_id',
      'card_payment_method_id',
      'card_brand',
      'card_last4',
      'card_lost_at',
    ])
    .select(['company', 'vat_id', 'purchase_order'])
    .where('id', '=', accountIdOf(''))
    .compile()
  const read = prepare<AccountRow, [accountId: AccountId]>(pool, 'read-account', query)
  return async (accountId: AccountId): Promise<AccountRecord | null> => {
    const [row] = await read(accountId)
    if (row === undefined) return null
    return {
      id: accountId,
      email: row.email,
      customerId: row.customer_id,
      card: cardOf(row),
      buyer: buyerOfRow(row),
      cardLostAt: row.card_lost_at,
    }
  }
}

type AccountRow = CardColumns &
  BuyerColumns & { readonly email: string; readonly card_lost_at: Date | null }

async function setBuyer(db: Db, accountId: AccountId, buyer: BuyerDetails): Promise<void> {
  await db.updateTable('accounts').set(columnsOfBuyer(buyer)).where('id', '=', accountId).execute()
}

type CardColumns = {
  readonly customer_id: CustomerId | null
  readonly card_payment_method_id: PaymentMethodId | null
  readonly card_brand: string | null
  readonly card_last4: string | null
}

function cardOf(row: CardColumns): SavedCard | null {
  if (row.customer_id === null || row.card_payment_method_id === null) return null
  return {
    customerId: row.customer_id,
    paymentMethodId: row.card_payment_method_id,
    brand: row.card_brand ?? 'card',
    last4: row.card_last4 ?? '',
  }
}

async function linkCustomer(
  db: Db,
  accountId: AccountId,
  customerId: CustomerId,
): Promise<CustomerId> {
  const { customer_id } = await db
    .updateTable('accounts')
    .set({ customer_id: sql<CustomerId>`coalesce(customer_id, ${customerId})` })
    .where('id', '=', accountId)
    .returning('customer_id')
    .executeTakeFirstOrThrow()
  return customer_id ?? customerId
}

async function replaceCustomer(
  db: Db,
  accountId: AccountId,
  { former, created }: { former: CustomerId; created: CustomerId },
): Promise<CustomerId> {
  const replaced = await db
    .updateTable('accounts')
    .set({ customer_id: created, ...lostCard })
    .where('id', '=', accountId)
    .where('customer_id', '=', former)
    .executeTakeFirst()
  if (replaced.numUpdatedRows > 0n) return created
  return await linkCustomer(db, accountId, created)
}

const noCard = { card_payment_method_id: null, card_brand: null, card_last4: null }

/** Keeps the time of an earlier loss until the account saves a card. */
const lostCard = {
  ...noCard,
  card_lost_at: sql<Date | null>`case when card_payment_method_id is null then card_lost_at else now() end`,
}

async function loseCard(db: Db, customerId: CustomerId): Promise<void> {
  await db.updateTable('accounts').set(lostCard).where('customer_id', '=', customerId).execute()
}

async function saveCard(db: Db, card: SavedCard): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({
      card_payment_method_id: card.paymentMethodId,
      card_brand: card.brand,
      card_last4: card.last4,
      card_lost_at: null,
    })
    .where('customer_id', '=', card.customerId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function removeCard(db: Db, paymentMethodId: PaymentMethodId): Promise<void> {
  await db
    .updateTable('accounts')
    .set(noCard)
    .where('card_payment_method_id', '=', paymentMethodId)
    .execute()
}

type Owner = { id: AccountId; email: string }

/** Prepared because it runs for every request that has a key. */
function prepareFindOwner(
  db: Db,
  pool: pg.Pool,
  table: 'api_keys' | 'extension_tokens',
  column: 'key_hash' | 'token_hash',
) {
  const query = db
    .selectFrom(table)
    .innerJoin('accounts', 'accounts.id', `${table}.account_id`)
    .select(['accounts.id', 'accounts.email'])
    .where(sql.ref(`${table}.${column}`), '=', '')
  return prepare<Owner, [hash: string]>(pool, `owner-of-${table}`, query.compile())
}

/** Runs only for hashes that match no current key. */
function prepareFindReplacedKeyOwner(db: Db, pool: pg.Pool) {
  const query = db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['accounts.id', 'accounts.email'])
    .where('api_keys.replaced_hash', '=', '')
    .where('api_keys.replaced_until', '>', sql<Date>`now()`)
  return prepare<Owner, [hash: string]>(pool, 'owner-of-replaced-api-key', query.compile())
}

function callerOf([owner]: readonly Owner[], credential: Credential): AccountCaller | null {
  if (owner === undefined) return null
  return { kind: 'account', accountId: owner.id, email: owner.email, credential }
}

async function readApiKey(db: Db, accountId: AccountId): Promise<ApiKeyRecord | null> {
  const row = await db
    .selectFrom('api_keys')
    .select(keyColumns)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : keyOfRow(row)
}

const keyColumns = [
  'prefix',
  'created_at',
  'replaced_prefix',
  // Returns null for an expired key.
  sql<Date | null>`case when replaced_until > now() then replaced_until end`.as('valid_until'),
] as const

type KeyRow = {
  readonly prefix: string
  readonly created_at: Date
  readonly replaced_prefix: string | null
  readonly valid_until: Date | null
}

const keyOfRow = ({ prefix, created_at, replaced_prefix, valid_until }: KeyRow): ApiKeyRecord => ({
  prefix,
  createdAt: created_at,
  replaced:
    replaced_prefix === null || valid_until === null
      ? null
      : { prefix: replaced_prefix, validUntil: valid_until },
})

/** Replaces the key of an account. The account is the primary key, so after two concurrent rotations only the later key is valid. */
async function replaceApiKey(
  db: Db,
  accountId: AccountId,
  { hash, prefix, overlapHours }: NewApiKey,
): Promise<ApiKeyRecord> {
  const replaced =
    overlapHours === 0
      ? { replaced_hash: null, replaced_prefix: null, replaced_until: null }
      : {
          replaced_hash: sql<string>`api_keys.key_hash`,
          replaced_prefix: sql<string>`api_keys.prefix`,
          replaced_until: sql<Date>`now() + make_interval(hours => ${overlapHours})`,
        }
  const row = await db
    .insertInto('api_keys')
    .values({ account_id: accountId, key_hash: hash, prefix })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ key_hash: hash, prefix, created_at: sql`now()`, ...replaced }),
    )
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
  return keyOfRow(row)
}

type NewApiKey = { readonly hash: string; readonly prefix: string; readonly overlapHours: number }

async function deleteApiKey(db: Db, accountId: AccountId): Promise<void> {
  await db.deleteFrom('api_keys').where('account_id', '=', accountId).execute()
}

/**
 * Adds a token, up to `max` per account. Locks the account's row while counting, so that concurrent calls cannot exceed `max` together.
 */
async function addExtensionToken(
  db: Db,
  accountId: AccountId,
  token: { id: string; hash: string; prefix: string; name: string },
  max: number,
): Promise<ExtensionTokenRecord | null> {
  return db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { count } = await tx
      .selectFrom('extension_tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (count >= max) return null
    return tx
      .insertInto('extension_tokens')
      .values({
        id: token.id,
        account_id: accountId,
        token_hash: token.hash,
        prefix: token.prefix,
        name: token.name,
      })
      .returning(['id', 'name', 'prefix', 'created_at as createdAt'])
      .executeTakeFirstOrThrow()
  })
}

async function listExtensionTokens(
  db: Db,
  accountId: AccountId,
): Promise<readonly ExtensionTokenRecord[]> {
  return db
    .selectFrom('extension_tokens')
    .select(['id', 'name', 'prefix', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

async function deleteExtensionToken(db: Db, accountId: AccountId, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('extension_tokens')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
