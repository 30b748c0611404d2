// Reads the balances of gift cards. purchases.ts in this folder and ../orders/gift-shares.ts change them.
import type { GiftCards } from '../../domain/gift-cards/ports.ts'
import type { Db } from '../core/connect.ts'

export function createGiftCards(db: Db): GiftCards {
  return {
    readBalance: async (codeHash) => {
      const row = await db
        .selectFrom('gift_cards')
        .select('balance_cents')
        .where('code_hash', '=', codeHash)
        .where('voided_at', 'is', null)
        .executeTakeFirst()
      return row?.balance_cents ?? 0
    },
  }
}
