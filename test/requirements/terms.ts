// Requirements of a farm's own terms (decisions.md 51; docs/operations.md, "Prices"). Data only.
import { requirements } from './row.ts'

export const terms = [
  ...requirements('A farm’s own terms (decision 51)', {
    'terms.unset': 'without TERMS_FILE every interface prices by the contract',
    'terms.order': 'an order over REST is priced by the terms in force',
    'terms.estimate': 'so is an estimate',
    'terms.tools': 'so are the tools of agents',
    'terms.cart': 'so are a cart and its checkout',
    'terms.draft': 'so is the draft of an order in a sentence',
    'terms.pages': 'so are the pages on which a price is computed',
    'terms.open-days': 'orders, pages and quotes ship on open days only',
    'terms.kept-order': 'an earlier order keeps its price',
    'terms.kept-quote': 'an earlier quote is ordered at its price',
    'terms.kept-words':
      'the response to a submit names the rates of the terms that priced its order',
    'terms.request': 'a request is priced by the terms at its beginning',
    'terms.moment': 'every interface changes at the start of a version, and earlier sales do not',
    'terms.replaced': 'a later version replaces planned ones for the same or a later start',
    'terms.unread':
      'while stored terms cannot be read, requests that price for money are refused, and others continue',
  }),
  ...requirements('docs/operations.md: Prices', {
    'terms.omitted': 'omitted members of the file have the contract’s values',
    'terms.problems': 'an invalid file is refused with its lines, fields and ranges',
    'terms.same-version': 'a file with the same version and other prices stops the start',
    'terms.outdated': 'a file older than the newest stored version is ignored',
    'terms.appended': 'versions are only added, and take effect after they are stored',
    'terms.trial': 'the desk compares the last month’s orders with what they were billed',
    'terms.plan': 'an operator plans terms, which are in the history and in the log',
    'terms.viewers': 'a viewer reads the terms and plans nothing',
  }),
]
