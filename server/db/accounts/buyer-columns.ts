// Maps the buyer's details to columns of accounts and orders.
import type { BuyerDetails } from '../../domain/accounts/buyer.ts'

export type BuyerColumns = {
  readonly company: string | null
  readonly vat_id: string | null
  readonly purchase_order: string | null
}

export const buyerOfRow = (row: BuyerColumns): BuyerDetails => ({
  company: row.company,
  vatId: row.vat_id,
  purchaseOrder: row.purchase_order,
})

export const columnsOfBuyer = ({ company, vatId, purchaseOrder }: BuyerDetails): BuyerColumns => ({
  company,
  vat_id: vatId,
  purchase_order: purchaseOrder,
})
