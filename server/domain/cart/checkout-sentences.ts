// English sentences of failures of a basket or a checkout, by kind. The API inserts values; the catalog of the pages
// (server/pages/languages/en.ts) inserts the placeholders of its messages.

export const basketChanged = 'The basket was changed or ordered in another window.'
export const giftCardUnusable = 'This gift card code is unknown or has no balance left.'
export const processorUnreachable = 'The card processor could not be reached.'

type Amount<A extends string> = { readonly amount: A }

export const checkoutSentences = {
  account_in_debt: <const A extends string>({ amount }: Amount<A>) =>
    `This account owes ${amount}: the payment of a gift card or of credits was reversed after they were spent. It cannot buy or use any until that is settled; contact us. Nothing was charged.` as const,
  basket_changed: `${basketChanged} Nothing was ordered here; check it and order again.`,
  basket_line_changed:
    'This part was changed in another window. Nothing was saved here: it is shown as it is now.',
  basket_line_not_found: 'That line is no longer in the basket.',
  cart_price_changed: <const P extends string, const A extends string>({
    place,
    amount,
  }: Amount<A> & { readonly place: P }) =>
    `The price of item ${place} is now ${amount}. Nothing was ordered; confirm the new price and send it again.` as const,
  cart_total_changed: {
    due: <const A extends string>({ amount }: Amount<A>) =>
      `The amount to pay is now ${amount}. Nothing was ordered; check the order and pay again.` as const,
    total: <const A extends string>({ amount }: Amount<A>) =>
      `The total is now ${amount}. Nothing was ordered; confirm the new total and send it again.` as const,
  },
  gift_card_unusable: `${giftCardUnusable} Nothing was ordered.`,
  limiter_unavailable: 'The rate limiter is unavailable. Nothing was done; try again shortly.',
  order_not_written:
    'Something broke on our side, and the order was not placed. Nothing was charged. It was logged; try again shortly.',
  order_not_written_now:
    'The order could not be saved just now. Nothing was charged; send it again.',
  order_unconfirmed: <const C extends string>({ code }: { readonly code: C }) =>
    `Order ${code} is placed, but something broke on our side, and whether it was charged is not known yet. Do not submit it again: read its status in a minute.` as const,
  processor_busy: <const S extends string>({ seconds }: { readonly seconds: S }) =>
    `Too many payment pages are being opened; try again in ${seconds} seconds. Nothing was charged.` as const,
  processor_unavailable: `${processorUnreachable} Nothing was changed; try again.`,
  saved_card_changed:
    'Your account has another saved card now. Nothing was ordered or charged; check the card on the button and pay again.',
  /** `age`: such as `a day`. */
  too_many_open_orders: <const L extends string, const D extends string>({
    limit,
    age,
  }: {
    readonly limit: L
    readonly age: D
  }) =>
    `Your account has ${limit} orders that are not paid. Pay one of them, or wait until the oldest is cancelled, ${age} after it was placed. Nothing was ordered.` as const,
} as const
