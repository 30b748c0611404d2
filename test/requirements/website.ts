// Requirements of the website: carts, checkout, gift cards, credits and the gallery (decisions.md 37 to 41). Data only.
import { requirements } from './row.ts'

export const website = [
  ...requirements('Agent orders (decision 43)', {
    'agent-order.answer': 'POST /api/agent/order reads a text into {draft, missing, quote}',
    'agent-order.priced-as-cart': 'the quote is that of POST /api/cart-reprice for the draft',
    'agent-order.missing':
      'missing names what an order needs and the text does not say, and what is unclear',
    'agent-order.never-orders': 'it orders and charges nothing, whatever the text says',
    'agent-order.premium-layers':
      'premium without a layer height has layers of 0.1 mm in the draft (decision 47)',
    'agent-order.refusals': 'a missing or wrong field is 400 and named',
  }),
  ...requirements('Support assistant (decision 42)', {
    'support.answer':
      'POST /api/support and /api/agent/support return {reply, sources, escalated}, from the documentation',
    'support.without-model':
      'without a language model the same question always has the same reply, by retrieval alone',
    'support.sources': 'every source is a page of the service with the heading that it names',
    'support.customers-only':
      'documents of operators, of the farm and on configuration are not among the sources',
    'support.order': 'the state of an order is shown to its customer, without names and addresses',
    'support.order-foreign':
      'an order of someone else gets the same reply as a code that does not exist',
    'support.order-guessing':
      'wrong codes without an account count together with those of the order pages',
    'support.escalated':
      'a refund, a damaged part, a complaint, a request for a person and an unknown question open a ticket with the conversation',
    'support.once':
      'a repeated conversation opens no second ticket, and a continued one adds to the first',
    'support.email-missing': 'without an email address the reply asks for it and nothing is opened',
    'support.never-acts': 'no text changes or spends anything',
    'support.model':
      'a configured language model words the reply from the passages, or reports that they contain none',
    'support.model-checked':
      'a reply of the model with other sources, links, numbers or promises is replaced by the passage',
    'support.refusals': 'a missing or wrong field is 400 and named',
    'support.page':
      'the help box of /contact replies without a script and copies the question into the message form',
    'support.help': '/help has an anchor for each question, and its links lead to pages',
  }),
  ...requirements('Cart (decision 37)', {
    'cart.names':
      'a misspelled name in a line, at the top level or in the address is 400 with a suggestion; other unknown names are listed as ignored',
    'checkout.names': 'a misspelled name is 400 before anything is ordered',
    'agent-order.names': 'a misspelled name of an agent order is 400',
    'gift-cards.names': 'a misspelled name of a gift card purchase is 400',
    'cart.color-note': 'a line without a stock color states its rate and that of a stock color',
    'checkout.color-note': 'the lines of a checkout state the same',
    'agent-order.color-note': 'the quote of an agent order states the same',
    'cart.letter-case': 'material, quality and country are read in any letter case',
    'cart.number-types': 'a number sent as text is 400, in a cart and a checkout',
    'cart.gift-guessing':
      'wrong codes in carts and checkouts count as checks of gift cards: the 21st in an hour is refused',
    'cart.premium-note': 'a line of premium in default layers states that they are not finer',
    'cart.session': 'POST /api/cart-reprice needs a session',
    'cart.limit': '60 cart-reprice requests an hour for each account email',
    'cart.items-range': 'a cart has 1 to 50 items; anything else is 400',
    'cart.field-named': 'a missing or wrong field is 400 and named',
    'cart.price-as-order': 'a line costs what an order of the same part costs',
    'cart.postage-once': 'postage is charged once for the parcel, by the sum of the lines',
    'cart.gift-share': 'the response has the share of a gift card in the total',
    'cart.changed': 'changed is true on lines whose price differs from expectedCents',
    'cart.refused-line': 'a refused line does not fail the others',
  }),
  ...requirements('Links (decision 12)', {
    'web.order-history':
      'the order page lists what happened and when, without the names of operators',
    'web.order-day': 'the order page names the day by which the order ships',
    'web.order-picture':
      'the order page shows a picture of each part in its stock color, drawn once for its content',
    'web.order-receipt':
      'the receipt lists lines, postage, total and payment; the address, the tax and file names only to the account of the order',
    'web.receipt-seller': 'the receipt names the seller of the configuration, or the website',
    'web.receipt-unpaid': 'an order that is not paid has no receipt',
    'web.order-live': 'an open order page gets changes by an event stream, and nothing else',
  }),
  ...requirements('server/pages/README.md', {
    'web.generation-live':
      'the page of a generation in progress gets its steps and its end by an event stream, only for its account',
    'web.header':
      'every page for customers has the same links in its header, with the parts in the basket',
    'web.forms.wrong-field': 'a refused form marks the wrong field, which has the focus',
    'web.forms.no-wrong-field':
      'a refused form whose fields are not at fault marks none, and its notice has the focus',
  }),
  ...requirements('Messages to customers (decision 44)', {
    'ticket.open': 'a message by the form of /contact or of an order opens a ticket, once',
    'ticket.nothing-lost':
      'another text sent with the id of an earlier message is a separate message',
    'ticket.reply': 'a reply of an operator is mailed and shown on the page of the ticket',
    'ticket.order-owner':
      'an order page shows its account the tickets that this account opened, and no other visitor any; the desk warns about those of others',
    'ticket.code-not-confirmed':
      'a message does not tell its sender whether there is an order with the typed code',
    'ticket.attention': 'the desk counts tickets that wait for a reply',
    'ticket.limits': 'messages are limited by account and by client address',
    'ticket.desk-order':
      'the page of an order at the desk lists its tickets, open ones first; a ticket links to its order',
    'ticket.roles': 'operators reply and close, viewers only read',
  }),
  ...requirements('Web orders (decision 38)', {
    'checkout.session': 'POST /api/checkout needs a session',
    'checkout.expected-total':
      'a checkout whose expectedTotalCents is not print and postage as they are now is 409, and nothing is ordered',
    'checkout.answer': 'a checkout returns the code of the order and its checkoutUrl',
    'checkout.code-cart': 'CART- and 6 symbols for several parts',
    'checkout.code-ord': 'ORD- and 6 symbols for one part',
    'checkout.code-store': 'STORE- and 6 symbols when every part is from the gallery',
    'checkout.priced-again': 'the server prices the parts again',
    'checkout.idempotent': 'a repeat under one idempotencyKey is one order; another body is 409',
    'checkout.paid-by-checkout': 'the hosted checkout pays the order',
    'checkout.gift-covers-all': 'no checkout when the gift card covers all of it',
    'checkout.unpaid-cancelled': 'an order that is not paid within 24 hours is cancelled',
    'checkout.basket-once': 'the lines of a basket become one order',
    'checkout.gift-partly': 'the checkout collects the total less the gift card',
    'checkout.farm-progress': 'POST /api/order-status reports the progress of a web order',
    'checkout.tracked': 'track_order, get_order and list_my_orders know web orders',
    'checkout.confirmation': 'a paid web order is confirmed by mail with all its lines',
    'checkout.jobs-per-line': 'a web order is queued with jobs for each of its lines',
    'checkout.shown-amount':
      'an order whose amount differs from the one on the page is not placed, and the page shows it',
    'checkout.note': 'the note of the buyer reaches the farm',
    'checkout.refund-gift-first':
      'a refund goes to the gift card up to its share, the rest to the payment',
  }),
  ...requirements('Gift cards (decision 39)', {
    'gift.session': 'buying and checking gift cards need a session',
    'gift.limits': '20 purchases and 20 checks an hour for each account email',
    'gift.amount': 'a gift card has 500 to 50000 cents; anything else is 400',
    'gift.purchase': 'a purchase returns the checkoutUrl',
    'gift.code-mailed': 'once paid, a code GIFT-XXXX-XXXX-XXXX is mailed to the recipient',
    'gift.code-symbols': 'the code has symbols of a list of 25 of the order alphabet',
    'gift.code-hashed': 'the code is stored as a hash only',
    'gift.check': 'a check returns valid, balanceCents and currency',
    'gift.unknown-as-spent': 'unknown and spent codes get the same response by the same work',
    'gift.ledger': 'the balance is the sum of a ledger in cents',
    'gift.no-overdraft': 'concurrent orders never take more than the balance',
    'gift.returned': 'the share of an order that is not paid goes back to the card, once',
  }),
  ...requirements('Credits (decision 40)', {
    'credits.session': 'POST /api/account/credits needs a session',
    'credits.packs': 'packs are configured; 10 for $5 and 50 for $20 by default',
    'credits.unknown-pack': 'a pack that is not sold is 400 and names those that are',
    'credits.once': "the processor's event writes the credits to the ledger, once",
  }),
  ...requirements('Gallery (decision 41)', {
    'gallery.session': 'POST /api/gallery and DELETE /api/gallery/{id} need a session',
    'gallery.publish':
      'an owner publishes a generation or an upload, and everyone can see, download and order it',
    'gallery.withdraw':
      'an owner withdraws an entry; no one else can see, download or order its model from then on',
    'gallery.title-moderated': 'titles are moderated before anything is published',
    'gallery.refusals': 'POST /api/gallery names what is wrong; nothing is published then',
    'gallery.take-down':
      'an operator takes an entry down, with a reason and logged; its model is not published again',
    'gallery.pages': '/gallery lists what is published, newest first and in pages',
    'gallery.entry-gone':
      'the page of an entry that left the gallery is 410, of an unknown one 404',
    'gallery.store-order': 'a part that is ordered from its page in the gallery gets a STORE- code',
    'gallery.basket-withdrawn':
      'a basket with a model that left the gallery refuses it with the reason',
  }),
]
