// Rules that more than one interface has to follow, with the requirement that verifies each there
// (test/interfaces.test.ts). Data only.
import type { RequirementId } from './requirements.ts'

/** Places where a caller, an operator or a machine can encounter a rule. */
export const interfaces = [
  'submit',
  'cart-reprice',
  'checkout',
  'quote_print',
  'create_print_order',
  'agent-order',
  'desk',
  'operator-api',
  'processor-event',
] as const
export type Interface = (typeof interfaces)[number]

/** The requirement whose test verifies the rule at the interface, or the reason why the rule does not apply there. */
export type AtInterface = RequirementId | { readonly notConcerned: string }

const not = (notConcerned: string) => ({ notConcerned })
const takesNoPart = not('it takes no part and no options: the order exists')
const fixed = not('the quote has fixed file, options and price')
const asCart = not(
  'it orders nothing; its quote is that of cart-reprice, its draft the body of checkout',
)
const noOrder = not('it writes no order and charges nothing')
const operators = { desk: takesNoPart, 'operator-api': takesNoPart } as const
const event = {
  'processor-event': not('the card processor reports payments, and sends none of our fields'),
} as const
const noStatus = not('it changes no status')
const buyers = {
  submit: noStatus,
  'cart-reprice': noStatus,
  checkout: noStatus,
  quote_print: noStatus,
  create_print_order: noStatus,
  'agent-order': noStatus,
} as const

export const rules: Readonly<Record<string, Readonly<Record<Interface, AtInterface>>>> = {
  'a misspelled name is refused before anything is charged': {
    submit: 'decision.misspelled-field-first',
    'cart-reprice': 'cart.names',
    checkout: 'checkout.names',
    quote_print: 'mcp.tools.unknown-argument',
    create_print_order: 'mcp.tools.unknown-argument',
    'agent-order': 'agent-order.names',
    ...operators,
    ...event,
  },
  'a color outside the stock is said with its rate': {
    submit: 'decision.charged-omitted-colour',
    'cart-reprice': 'cart.color-note',
    checkout: 'checkout.color-note',
    quote_print: 'decision.charged-omitted-colour',
    create_print_order: fixed,
    'agent-order': 'agent-order.color-note',
    ...operators,
    ...event,
  },
  'a number sent as text is refused': {
    submit: not('a multipart form has only text'),
    'cart-reprice': 'cart.number-types',
    checkout: 'cart.number-types',
    quote_print: 'mcp.tool.quote-print.options',
    create_print_order: not('it takes no number'),
    'agent-order': not('its numbers are words of a text'),
    desk: not('a form has only text'),
    'operator-api': 'status.refund-said',
    ...event,
  },
  'closed words are read in any letter case': {
    submit: 'orders.submit.material-case',
    'cart-reprice': 'cart.letter-case',
    checkout: not('it reads its lines with the function of cart-reprice'),
    quote_print: 'decision.mcp-letter-case',
    create_print_order: 'decision.mcp-letter-case',
    'agent-order': 'agent-order.answer',
    ...operators,
    ...event,
  },
  'a quantity outside of 1 to 50 is clamped or refused, never taken': {
    submit: 'orders.submit.quantity-clamped',
    'cart-reprice': 'cart.refused-line',
    checkout: 'cart.number-types',
    quote_print: 'mcp.tool.quote-print.quantity',
    create_print_order: fixed,
    'agent-order': 'agent-order.refusals',
    ...operators,
    ...event,
  },
  'a part beyond the build volume is refused': {
    submit: 'stock.build-volume',
    'cart-reprice': 'cart.refused-line',
    checkout: not(
      'it prices its lines with the function of cart-reprice, and one that is refused refuses it',
    ),
    quote_print: 'stock.build-volume',
    create_print_order: fixed,
    'agent-order': asCart,
    ...operators,
    ...event,
  },
  'a sliced file is checked': {
    submit: 'decision.sliced-absurd-usage',
    'cart-reprice': not('a stored model was checked when it was measured, by the same measurement'),
    checkout: not('a stored model was checked when it was measured, by the same measurement'),
    quote_print: 'decision.sliced-no-usage',
    create_print_order: fixed,
    'agent-order': asCart,
    desk: 'farm.print-upload.checked',
    'operator-api': 'farm.print-upload.checked',
    ...event,
  },
  'spending limits': {
    submit: 'limits.spending.refused',
    'cart-reprice': noOrder,
    checkout: not(
      'they limit what programs charge; here the buyer presses the button that names the amount',
    ),
    quote_print: noOrder,
    create_print_order: 'limits.spending.agent',
    'agent-order': noOrder,
    ...operators,
    ...event,
  },
  'codes of gift cards cannot be guessed': {
    submit: not('contract.md 9.2, rule 9: no gift cards on API orders'),
    'cart-reprice': 'cart.gift-guessing',
    checkout: 'cart.gift-guessing',
    quote_print: not('contract.md 9.2, rule 9: no gift cards on API orders'),
    create_print_order: not('contract.md 9.2, rule 9: no gift cards on API orders'),
    'agent-order': not('it takes no gift card'),
    ...operators,
    ...event,
  },
  'premium has its layers, or says that it has not': {
    submit: 'orders.submit.quality-price-only',
    'cart-reprice': 'cart.premium-note',
    checkout: not('its lines carry the note of cart-reprice, made by the same function'),
    quote_print: 'mcp.tool.quote-print.premium-layers',
    create_print_order: fixed,
    'agent-order': 'agent-order.premium-layers',
    ...operators,
    ...event,
  },
  'a change of status names the version': {
    ...buyers,
    desk: 'decision.stale-change-refused',
    'operator-api': 'status.version-required',
    'processor-event': not('a payment counts whatever the order is'),
  },
  'closing a paid order says what happens to the payment': {
    ...buyers,
    desk: 'decision.closing-asks-once',
    'operator-api': 'status.refund-unsaid',
    'processor-event': not('it closes no order'),
  },
  'an unpaid order is released only when that is said': {
    ...buyers,
    desk: 'status.unpaid-desk',
    'operator-api': 'status.unpaid-said',
    'processor-event': 'status.unpaid-printed',
  },
  'what a business buyer wants on the invoice is checked and stored': {
    submit: 'buyer.submit',
    'cart-reprice': noOrder,
    checkout: 'buyer.checkout',
    quote_print: noOrder,
    create_print_order: 'buyer.create-print-order',
    'agent-order': 'buyer.agent-order',
    ...operators,
    ...event,
  },
}
