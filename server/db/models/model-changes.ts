// How models of an account were derived from others. The queries check ownership.
import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import { nameOfFile } from '../../domain/changes/model-name.ts'
import type { MadeModel, ModelChanges, Origin } from '../../domain/changes/ports.ts'
import type { Db } from '../core/connect.ts'

export function createModelChanges(db: Db): ModelChanges {
  return {
    readOrigin: (accountId, id) => readOrigin(db, accountId, id),
    listMade: async (accountId, id, limit) =>
      await madeBy(db, accountId)
        .where('model_changes.made_from', '=', id)
        .orderBy('generations.created_at', 'desc')
        .orderBy('model_changes.change_id')
        .orderBy('model_changes.part')
        .limit(limit)
        .execute(),
  }
}

const madeBy = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('model_changes')
    .innerJoin('generations', 'generations.id', 'model_changes.id')
    .where('generations.account_id', '=', accountId)
    .select(['generations.id', 'words', 'part', 'parts'])
    .select(sql<string>`generations.model_uri`.as('uri'))

async function readOrigin(db: Db, accountId: AccountId, id: string): Promise<Origin | null> {
  const row = await db
    .selectFrom('model_changes')
    .innerJoin('generations', 'generations.id', 'model_changes.id')
    .leftJoin('generations as source', 'source.id', 'model_changes.made_from')
    .where('model_changes.id', '=', id)
    .where('generations.account_id', '=', accountId)
    .select(['change_id', 'words', 'part', 'made_from', 'source.prompt', 'source.file_name'])
    .executeTakeFirst()
  if (row === undefined) return null
  const cut: readonly MadeModel[] = await madeBy(db, accountId)
    .where('change_id', '=', row.change_id)
    .orderBy('part')
    .execute()
  const { words, part, made_from: from } = row
  const name = row.prompt || nameOfFile(row.file_name ?? '')
  return { from: from === null ? null : { id: from, name }, words, part, cut }
}
