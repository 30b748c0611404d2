// Requirements of the command line, client/cli. Data only.
import { requirements } from './row.ts'

export const cli = [
  ...requirements('client/cli/README.md', {
    'cli.price':
      'a dry run charges nothing and shows the total that the order of its quote charges',
    'cli.price-by-volume':
      'with settings of the machine the price shown is that of the order, which is sent with an Idempotency-Key',
    'cli.confirm': 'an order asks on a terminal with the exact total before it charges',
    'cli.one-order':
      'a repeated order of a quote, or under one idempotency key, charges once and shows the same order',
    'cli.lost-response': 'an order whose response was lost is found and shown',
    'cli.unknown':
      'an order with an unknown outcome exits with 4 and names the command that checks it',
    'cli.unpaid': 'an order that is not paid exits with 3 and shows where it can be paid',
    'cli.interrupted':
      'Ctrl-C during the charge reports that it may have happened, and names the command that checks it',
    'cli.key-file':
      'keys are stored for their owner alone, never shown, not used from a file that others can read, and sent to their own service only',
    'cli.check':
      'a check lists faults, exits with 1 for a part that cannot be printed, and draws them',
    'cli.generate': 'a generation is waited for and shown, and a refused one exits with 1',
  }),
]
