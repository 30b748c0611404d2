// Logos of accounts. A logo is at most a megabyte of pixels, so it is stored with the account and not as an object.
import type { AccountLogo, AccountLogos } from '../../domain/accounts/account-logos.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Db } from '../core/connect.ts'

export const createAccountLogos = (db: Db): AccountLogos => ({
  read: (accountId) => read(db, accountId),
  readFacts: async (accountId) => (await listFacts(db, [accountId])).get(accountId) ?? null,
  listFacts: (accountIds) => listFacts(db, accountIds),
  save: (accountId, logo) => save(db, accountId, logo),
  remove: (accountId) => remove(db, accountId),
})

async function read(db: Db, accountId: AccountId): Promise<AccountLogo | null> {
  const row = await db
    .selectFrom('account_logos')
    .select(['png', 'width', 'height', 'updated_at as updatedAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

async function listFacts(
  db: Db,
  accountIds: readonly AccountId[],
): ReturnType<AccountLogos['listFacts']> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('account_logos')
    .select(['account_id', 'width', 'height', 'updated_at as updatedAt'])
    .where('account_id', 'in', [...new Set(accountIds)])
    .execute()
  return new Map(rows.map(({ account_id: accountId, ...facts }) => [accountId, facts]))
}

async function save(
  db: Db,
  accountId: AccountId,
  { png, width, height, updatedAt }: AccountLogo,
): Promise<void> {
  const logo = { png: Buffer.from(png), width, height, updated_at: updatedAt }
  await db
    .insertInto('account_logos')
    .values({ account_id: accountId, ...logo })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(logo))
    .execute()
}

async function remove(db: Db, accountId: AccountId): Promise<void> {
  await db.deleteFrom('account_logos').where('account_id', '=', accountId).execute()
}
