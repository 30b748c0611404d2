// Requirements of the work queue and its bulk actions. Data only.
import { requirements } from './row.ts'

export const fulfillment = [
  ...requirements('server/domain/fulfillment/README.md', {
    'queue.default':
      'the queue lists open paid orders, higher priorities first, then the oldest promised date',
    'queue.filters':
      'status, material, color, nozzle, country, paid, held, late and age narrow it, from the address alone',
    'queue.search':
      'a search finds the beginnings of words of name, email, file, city, postal code and phone, and any part of a code, whatever the letter case and accents',
    'queue.search-tracking':
      'a search of 8 characters or more also finds the orders whose tracking number begins with it, whatever its spaces, signs and letter case',
    'queue.sums': 'orders, parts, grams and hours are those of the whole filter',
    'queue.groups':
      'grouping lists orders of one material, color and nozzle together, with sums of each group',
    'queue.next-step':
      'a row has a button for its next step, which changes the version that the page showed and no other',
    'queue.due': 'an order gets its promised ship date when it is paid, from the lead time',
    'queue.hold':
      'a held order is not accepted, printed or shipped until it is released, and can be closed',
    'queue.notes': 'notes and holds are for operators: customers see neither',
    'queue.history': 'the order page lists who did what and when',
    'queue.work-stale':
      'a hold, release or priority based on an older version is refused, and nothing is overwritten',
    'queue.export-csv':
      'the CSV has the orders of the filter, and no field of it is read as a formula',
    'queue.order-cost':
      'cost and margin of an order are on its page and in the CSV for operators, and nowhere else',
    'queue.export-zip': 'the archive has the files of the selection, each under its order and name',
    'queue.exports-recorded':
      'who exports orders, downloads their files or opens their slips, operator or viewer, is recorded with what was taken; a refused export is not',
    'queue.slips':
      'each selected order has a packing slip with address, note and contents, without prices',
    'bulk.preview':
      'a preview fixes orders and versions, changes nothing, and states why it excludes orders',
    'bulk.exact':
      'confirming changes exactly the previewed orders; later ones and changed ones are left alone',
    'bulk.once': 'confirming again changes nothing',
    'bulk.resume': 'an interrupted confirmation is continued, and no order is changed twice',
    'bulk.tracking':
      'orders are shipped with the tracking of their line, or explicitly without, or not at all',
    'bulk.rest': 'programs preview and confirm with the same rules',
  }),
]
