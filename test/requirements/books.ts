// Requirements of the books: a month's takings, payouts, the comparison with the card processor, and closing. Data only.
import { requirements } from './row.ts'

export const books = [
  ...requirements('server/domain/books/README.md', {
    'books.takings':
      'takings by day and kind add up to what the balance at the card processor changed by; liabilities are those of the month’s end',
    'books.days': 'days and months are those of TIME_ZONE',
    'books.fees': 'fees of the processor are booked once, those of disputes included',
    'books.payouts': 'payouts are booked, and each lists its transactions with their orders',
    'books.payout-returned': 'a payout that the bank sent back is booked back',
    'books.foreign': 'transactions of other systems are listed apart and never booked',
    'books.reading':
      'a reading goes on where it was interrupted, and a repeated one books nothing twice',
    'books.tie-out':
      'the comparison finds a missing movement, a wrong amount, a payment that one side does not know, and a payout that is booked twice',
    'books.told':
      'a difference is logged, listed for operators and an alert, until it disappears or is explained',
    'books.in-flight': 'what moved in the last hour is left out of the comparison',
    'books.close':
      'a month is closed when it is over, compared, and every difference is explained, in order, once',
    'books.frozen':
      'a closed month shows its original figures and who closed it; late bookings count in the next month',
    'books.walk': 'from the desk to a closed month takes at most ten clicks',
    'books.csv':
      'the CSV of movements has payment ids, order, document, country and tax contained; no field is a formula',
    'books.roles': 'viewers see the books, and operators close months',
  }),
]
