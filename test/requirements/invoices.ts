// Requirements of invoices and credit notes (decisions.md 58). Data only.
import { requirements } from './row.ts'

export const invoices = [
  ...requirements('server/domain/billing/README.md', {
    'invoice.tax-contained':
      'the tax contained is total - round(total / (1 + rate)), half a cent up, once for each document, and nothing is added to a price',
    'invoice.tax-rates': 'TAX_RATES names each invalid entry at the start',
    'invoice.no-rate': 'without a rate, a document states that no tax is shown',
    'invoice.numbers':
      'invoices and credit notes have a run of numbers each, without gaps, from 1 in every year of TIME_ZONE',
    'invoice.in-order': 'numbers follow the order of payment',
    'invoice.two-workers': 'two workers issue each document once and leave no gap',
    'invoice.crash': 'a crash while documents are issued leaves no gap and no duplicate',
    'invoice.immutable': 'an issued document is never changed or deleted',
    'invoice.snapshot':
      'a document does not change when the order, the account or the configuration changes',
    'invoice.credit-note':
      'each confirmed refund gets one credit note, by card, by gift card or by both',
    'invoice.cancelled-note': 'a refund that the bank returns cancels its credit note',
    'invoice.dispute': 'a lost dispute gets a credit note',
    'invoice.purchases':
      'gift cards and credits get an invoice; that of a gift card contains no tax and states the reason',
    'invoice.old-orders': 'orders from before this release get neither invoice nor credit note',
    'invoice.adds-up': 'invoices less credit notes are what customers paid less what they got back',
    'invoice.who-sees':
      'an invoice is for the account of its order and for the desk; others get the receipt without the address',
    'invoice.rest': 'GET /api/print/orders/{code}/invoice is the invoice with its corrections',
    'invoice.desk': 'the desk lists a month with sums by rate, as CSV too, and finds a number',
    'invoice.account': 'the account page lists its documents',
    'buyer.vat-id': 'a VAT ID has the format of its prefix; blanks, dots and hyphens are left out',
    'buyer.submit': 'company, vatId and purchaseOrder of a submit are checked, stored and returned',
    'buyer.after-contract': 'the contract’s own checks come before those of the buyer’s fields',
    'buyer.checkout': 'the same of POST /api/checkout and of the checkout page',
    'buyer.agent-order': 'the same applies to a draft, which passes them to the checkout',
    'buyer.create-print-order': 'the same of create_print_order',
    'buyer.defaults':
      'the account’s defaults count for fields that are not sent; an empty one is none',
    'buyer.shown': 'desk, packing slip and both CSVs show the buyer’s fields',
  }),
]
