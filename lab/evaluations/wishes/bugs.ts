// Defects of the tools' results that the wishes must find: each is put into a copy of the sources (lab/lib/put-bugs-back.ts).
import type { Bug } from '../../lib/bug.ts'

export const wishBugs: readonly Bug[] = [
  {
    name: 'a refusal of a country names no next step',
    file: 'mcp/tools/refusal.ts',
    search: ' Ask the buyer for an address in one of them, and call again.',
    replace: '',
  },
  {
    name: 'the price is not said before the order',
    file: 'mcp/tools/quote-print.ts',
    search: 'formatDollars(price.totalCents)}: ',
    replace: "''}: ",
  },
  {
    name: 'the stated price differs from the charge',
    file: 'mcp/tools/quote-print.ts',
    search: 'formatDollars(price.totalCents)}: ',
    replace: 'formatDollars(price.printCents)}: ',
  },
  {
    name: 'a quote without a color says nothing of its surcharge',
    file: 'mcp/tools/quote-print.ts',
    search: '    ...colorNote(options),\n',
    replace: '',
  },
  {
    name: 'a refused link names no address that takes the file',
    file: 'mcp/tools/hand-in.ts',
    search: "  if (!helps) return ''\n",
    replace: "  if (helps || !helps) return ''\n",
  },
  {
    name: 'a list of orders does not say how to read one',
    file: 'mcp/tools/list-my-orders.ts',
    search: ' get_order has all about one of them.',
    replace: '',
  },
  {
    name: 'an unpaid order does not say where to pay',
    file: 'mcp/tools/create-print-order.ts',
    search: '{ paid, payment_url, status_url }: Output): string {',
    replace:
      "{ paid, status_url }: Output): string {\n  const payment_url: string | null = 'its page'",
  },
]
