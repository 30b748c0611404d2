// English messages in ICU syntax, by page. They define the keys and values of every language (README.md).
import { mailAddressHint } from '../../domain/base/text/email-address.ts'
import { limits } from '../../domain/limits/table.ts'
import { supportsNote, turnedNote } from '../../domain/measurement/supports-text.ts'
import { chargeSentences } from '../../domain/orders/charge/charge-words.ts'
import { statusSentences } from '../../domain/orders/read/status-line.ts'
import { orderStatusLabels } from '../../domain/orders/record/status.ts'

export const en = {
  // Frame of every page
  'frame.skip': 'Skip to the content',
  'frame.main': 'Main',
  'frame.quote': 'Quote',
  'frame.generate': 'Generate',
  'frame.gallery': 'Gallery',
  'frame.docs': 'Docs',
  'frame.basket': 'Basket',
  'frame.basketParts': '{count, plural, one { part} other { parts}}',
  'frame.account': 'Account',
  'frame.slogan': '3D models in, printed parts by mail.',
  'frame.about': 'About',
  'frame.giftCards': 'Gift cards',
  'frame.terms': 'Terms',
  'frame.privacy': 'Privacy',
  'frame.refunds': 'Refunds',
  'frame.help': 'Help',
  'frame.contact': 'Contact',
  'frame.language': 'Language',

  // Units
  'units.days': '{count, plural, one {# day} other {# days}}',
  'units.machineHours': '{count, plural, one {# machine hour} other {# machine hours}}',

  // Discounts and postage
  'terms.firstDiscount': '{percent}% off from {quantity} parts',
  'terms.nextDiscount': '{percent}% from {quantity}',
  'terms.postageFree': 'free {where}',
  'terms.postage': '{amount} {where} (free from {free})',
  'terms.within': 'within the US',
  'terms.countryFree': '{country}: free',
  'terms.countryPostage': '{country}: {amount} (free from {free})',
  'terms.abroad': 'abroad',
  'terms.toOthers': 'to other countries',

  // Upload area
  'drop.title': 'Drop your model here',
  'drop.opening': 'Opening…',
  'drop.choose': 'Choose a file',
  'drop.formats': 'STL, 3MF, OBJ, GLB or sliced G-code, up to {size}, or <link>paste a link</link>',
  'drop.samples': 'No file at hand? Try one of ours',
  'drop.gear': 'A gear',
  'drop.vase': 'A vase',
  'drop.faulty': 'A part with faults',

  // Start page
  'home.title': '3D models in, printed parts by mail',
  'home.form': 'Price a 3D model',
  'home.heading': 'Drop a 3D model. See its price in a second.',
  'home.lead':
    'Your browser measures the part, finds its faults and prices it to the cent before anything is uploaded. Like the price? We print it and mail it.',
  'home.leadDays': 'Ordered now, a part ships in {count, plural, one {# day} other {# days}}.',
  'home.noAccount': 'No account needed for a price',
  'home.noSetup': 'No setup fee',
  'home.countries': '{count, plural, one {# country} other {# countries}}',
  'home.show': 'Show the price',
  'home.costs': 'What it costs',
  'home.perGram': '{amount} per gram',
  'home.minimum': 'At least {amount} a part.',
  'home.premium':
    'Premium quality ×\u00a0{factor}, in {layer} mm layers unless an order over the REST API sets its own.',
  'home.customColor': 'Colors not in stock {amount} per gram.',
  'home.postage': 'Postage {terms}.',
  'home.overtime': 'Already-sliced files: {amount} for each hour beyond what their weight covers.',
  'home.formulas': 'All formulas',
  'home.speed': 'How fast it ships today',
  'home.speedUnknown': 'The farm’s queue could not be read just now. Reload the page to try again.',
  'home.parts': '{count, plural, one {# part} other {# parts}}',
  'home.speedHint':
    'Computed now, for parts of {grams} g: {queue}, and the farm prints {hours} a day. An estimate, not a promise; the quote page computes it for your part.',
  'home.queueEmpty': 'no order is ahead of yours',
  'home.queue':
    '{count, plural, one {# order ({hours}) is ahead of yours} other {# orders ({hours}) are ahead of yours}}',
  'home.checks': 'What we check',
  'home.checkSize':
    '<term>Size.</term> Whether it fits {size} mm, and whether the file was meant in another unit.',
  'home.checkFaults':
    '<term>Faults.</term> Open edges, faces that meet wrongly, overhangs: counted, and shown on the part.',
  'home.checkWalls':
    '<term>Walls.</term> Measured everywhere; those too thin for the nozzle are marked.',
  'home.checkSliced':
    '<term>Sliced files.</term> Their claimed time and filament are compared with their moves; a file whose claims disagree is refused.',

  // Prices
  'price.free': 'Free',
  'price.giftCard': 'Gift card',
  'price.giftBalance': 'of {amount} on it',
  'price.print': 'Print, {count, plural, one {# part} other {# parts}}',
  'price.postage': 'Postage, {country}',
  'price.postageHint': 'Once for the parcel; free from {free} of prints, {missing} more',
  'price.total': 'Total, in US dollars',
  'price.due': 'To pay',
  // Days
  'days.ships': 'Ordered today, it ships by {day}.',
  'days.shipsAndArrives': 'Ordered today, it ships by {day} and arrives {from} to {to}.',
  'days.shipsBy': 'Ships by {day}.',
  'days.shipsByAndArrives': 'Ships by {day}. Arrives {from} to {to}.',
  // Settings of a part
  'color.Black': 'Black',
  'color.White': 'White',
  'color.Red': 'Red',
  'color.Cyan': 'Cyan',
  'color.Sakura Pink': 'Sakura Pink',
  'color.Sunny Orange': 'Sunny Orange',
  'color.Green': 'Green',
  'color.Yellow': 'Yellow',
  'color.Mint Green': 'Mint Green',
  'color.Lavender': 'Lavender',
  'color.Silver': 'Silver',
  'color.Brown': 'Brown',
  'quality.standard': 'Standard',
  'quality.premium': 'Premium',
  'specs.premium': 'premium quality',
  'specs.noColor': 'no color chosen',
  'specs.asSliced': 'printed as sliced',
  'specs.units.cm': 'read in cm',
  'specs.units.m': 'read in m',
  'specs.units.in': 'read in inches',
  'specs.infill': '{percent}% infill',
  'specs.layers': '{height} mm layers',
  'specs.nozzle': '{diameter} mm nozzle',
  'specs.highFlow': 'high flow',
  'specs.tiny': 'under {mm}',
  'notes.supports': supportsNote,
  'notes.turn': turnedNote,
  // Orders that wait for payment
  'waiting.order': 'Order {code}',
  'waiting.toPay':
    'Order {code} for {amount} waits for its payment. We have received none yet. <pay>Pay {amount}</pay>, or check out again: the new order replaces it. Changing one of its parts cancels it.',
  'waiting.settling':
    'A payment of {amount} for order {code} is being confirmed. Do not pay again: <link>see whether it arrived</link>.',
  // Basket
  'basket.title': 'Basket',
  'basket.titleError': 'Error: Basket',
  'basket.empty':
    'Your basket is empty. Choose a 3D model to see its price in a second; nothing is ordered before the checkout.',
  'basket.priceModel': 'Price a model',
  'basket.parts': '{count, plural, one {# part} other {# parts}}',
  'basket.price': 'Price',
  'basket.shipTo': 'Ship to',
  'basket.update': 'Update',
  'basket.checkOut': 'Check out',
  'basket.refused':
    '{count, plural, one {One part cannot be printed. Remove it to check out.} other {# parts cannot be printed. Remove them to check out.}}',
  'basket.removeRefused': 'Remove this part, or add a corrected file in its place.',
  'basket.was': 'was {amount}',
  'basket.quantity': 'Quantity',
  'basket.quantityWrong': 'Enter a quantity from {min} to {max}, or remove the part.',
  'basket.lineGone': 'That line is no longer in the basket.',
  'basket.lineChanged':
    'This part was changed in another window. Nothing was saved here: it is shown as it is now.',
  'basket.remove': 'Remove',
  'basket.removeFile': 'Remove {file}',
  'basket.add': 'Add a part',
  'basket.addHint':
    'The quote page takes STL, 3MF, OBJ, GLB and sliced G-code, with every material and color, and shows the part and its price before you add it.',
  'basket.priceAnother': 'Price another model',
  'basket.pricesChanged':
    'Prices have changed since you last saw them. The new ones are below; nothing was ordered.',
  // Form of a part in the basket
  'editor.edit': 'Edit',
  'editor.sliced':
    'This file is already sliced: its infill, layers and nozzle are printed as they are. To change them, slice it again and add the new file.',
  'editor.noQuantities':
    'This form saves no quantities. If you have changed some, press Update first.',
  'editor.material': 'Material',
  'editor.color': 'Color',
  'editor.noColor': 'No color chosen',
  'editor.otherColor': 'Another color',
  'editor.colorName': 'Color name or hex value',
  'editor.quality': 'Quality',
  'editor.infill': 'Infill, %',
  'editor.layerHeight': 'Layer height, mm',
  'editor.layersHint':
    '{min} to {max}% of the nozzle. Left empty: {standard} mm for standard, {premium} mm for premium, or the nearest height in this range.',
  'editor.nozzle': 'Nozzle',
  'editor.numberWrong': 'Enter a whole number from {min} to {max}.',
  'editor.layerHeightWrong': 'Enter a height from {min} to {max} mm.',
  'editor.colorMissing':
    'Other color: enter a name or a hex value, such as teal or #2f6f4f, or choose a color in stock.',
  'editor.save': 'Save at {amount}',
  'editor.showAgain': 'Show the price again',
  'editor.showNew': 'Show the new price',
  'editor.samePrice': 'The price stays {amount}. Nothing is saved yet.',
  'editor.newPrice': 'New price {amount}, now {current}. Nothing is saved yet.',
  'editor.notSaved': 'Nothing was saved.',
  // Fields of a form
  'field.optional': '{label} (optional)',
  'field.correct':
    '{count, plural, one {Correct the marked field:} other {Correct the marked fields:}}',
  'field.missing': 'Fill in this field.',
  'field.tooLong': 'At most {limit} characters.',
  'field.emailWrong': mailAddressHint,
  'field.emailRefused': 'Enter one plain email address.',
  'field.zipWrong': 'Enter a US ZIP code: 5 digits, or 5 and 4 with a hyphen.',
  'field.giftCardWrong': 'This code is unknown or has no balance left.',
  'field.vatIdWrong': 'Enter the number with the prefix of its country, such as DE123456789.',
  // Details of a business buyer
  'buyer.company': 'Company',
  'buyer.vatId': 'VAT ID',
  'buyer.purchaseOrder': 'Purchase-order number',
  // Saved card
  'card.name': '{brand} ending in {digits}',
  'card.digits': 'card ending in {digits}',
  // Checkout
  'checkout.title': 'Checkout',
  'checkout.titleError': 'Error: Checkout',
  'checkout.lead': '{count, plural, one {# part} other {# parts}}, {amount}.',
  'checkout.contact': 'Contact',
  'checkout.noAccount': 'You need no account. <link>Sign in</link> to use a saved address.',
  'checkout.email': 'Email',
  'checkout.shipTo': 'Ship to',
  'checkout.otherAddresses': 'Or ship to {addresses}',
  'checkout.country': 'Country',
  'checkout.updatePostage': 'Update the postage',
  'checkout.name': 'Name',
  'checkout.street': 'Street and number',
  'checkout.apartment': 'Apartment, floor',
  'checkout.zip': 'Postal code',
  'checkout.city': 'City',
  'checkout.state': 'State or region',
  'checkout.phone': 'Phone for the carrier',
  'checkout.books': 'For your books',
  'checkout.invoices':
    'Invoices are for accounts: <link>sign in</link> first if you need one. Without an account, the confirmation by email is your receipt.',
  'checkout.reference': 'Your reference',
  'checkout.referenceHint': 'It is on the packing slip.',
  'checkout.referenceHintAccount':
    'Not on the invoice: it is on the packing slip and in your list of orders.',
  'checkout.note': 'Note',
  'checkout.noteLabel': 'For the print farm',
  'checkout.noteHint': 'What the people who print it should know, such as which side will be seen.',
  'checkout.order': 'Your order',
  'checkout.quantity': 'Quantity {quantity}',
  'checkout.giftCard': 'Gift card code',
  'checkout.apply': 'Apply',
  'checkout.giftCards': 'Buy a gift card or check the balance of one',
  'checkout.refused': '<link>Remove the parts that cannot be printed</link> to order the others.',
  'checkout.pay': 'Pay {amount}',
  'checkout.payByCard': 'Pay {amount} by {card}',
  'checkout.payByOtherCard': 'Pay with another card',
  'checkout.payByGiftCard': 'Order for {amount} of the gift card',
  'checkout.giftCardPays': 'The gift card pays for everything. The order is placed immediately.',
  'checkout.cardPage':
    'You enter your card on the card processor’s page, which opens next. Nothing is printed before the payment, and an order that is not paid within {hours} hours is cancelled.',
  'checkout.otherCardPage':
    'You enter the other card on the card processor’s page, which opens next. Nothing is printed before the payment, and an order that is not paid within {hours} hours is cancelled.',
  'checkout.charged':
    '{card} is the card saved in your account. It is charged {amount} immediately.',
  'checkout.chargedDigits':
    'The card saved in your account ends in {digits}. It is charged {amount} immediately.',
  'checkout.busy': 'One moment…',
  'checkout.accept':
    'By ordering you accept our <terms>terms</terms> and confirm that you may have the models printed. See also <refunds>refunds</refunds> and <privacy>privacy</privacy>.',
  'checkout.declined':
    'The saved card was declined. No money was taken, and your basket is unchanged. Pay with another card, or try again.',
  'checkout.declinedBecause':
    'The saved card was declined: {reason}. No money was taken, and your basket is unchanged. Pay with another card, or try again.',
  // Reasons of declined cards, after a colon. Pages in English quote the card processor instead
  'declined.card_not_supported': 'the card does not support this kind of payment',
  'declined.expired_card': 'the card has expired',
  'declined.insufficient_funds': 'the card has insufficient funds',
  'declined.processing_error': 'an error occurred while the card was processed',
  // Failures of a checkout
  'failure.basketChanged':
    'The basket was changed or ordered in another window. Nothing was ordered here; check it and order again.',
  'failure.cardChanged':
    'Your account has another saved card now. Nothing was ordered or charged; check the card on the button and pay again.',
  'failure.debt':
    'This account owes {amount}: the payment of a gift card or of credits was reversed after they were spent. It cannot buy or use any until that is settled; contact us. Nothing was charged.',
  'failure.dueChanged':
    'The amount to pay is now {amount}. Nothing was ordered; check the order and pay again.',
  'failure.giftCardUnusable':
    'This gift card code is unknown or has no balance left. Nothing was ordered.',
  'failure.giftCardLimit': limits['guest-gift-cards'].message,
  'failure.networkLimit': limits['guest-checkout'].message,
  'failure.emailLimit': limits['guest-checkout-email'].message,
  'failure.limiterUnavailable':
    'The rate limiter is unavailable. Nothing was done; try again shortly.',
  'failure.notWritten':
    'Something broke on our side, and the order was not placed. Nothing was charged. It was logged; try again shortly.',
  'failure.notWrittenNow':
    'The order could not be saved just now. Nothing was charged; send it again.',
  'failure.openOrders':
    'Your account has {limit} orders that are not paid. Pay one of them, or wait until the oldest is cancelled, {days, plural, one {a day} other {# days}} after it was placed. Nothing was ordered.',
  'failure.priceChanged':
    'The price of item {place} is now {amount}. Nothing was ordered; confirm the new price and send it again.',
  'failure.processorBusy':
    'Too many payment pages are being opened; try again in {seconds} seconds. Nothing was charged.',
  'failure.processorUnavailable':
    'The card processor could not be reached. Nothing was changed; try again.',
  'failure.totalChanged':
    'The total is now {amount}. Nothing was ordered; confirm the new total and send it again.',
  'failure.unconfirmed':
    'Something broke on our side while the order was being saved, and whether it was placed is not known yet. Do not start a new order: send this form again. If the order was placed, it is shown then and not placed a second time.',
  'failure.unconfirmedOrder':
    'Order {code} is placed, but something broke on our side, and whether it was charged is not known yet. Do not submit it again: read its status in a minute.',
  // Units and settings of an order
  'units.daysShort': '{count, plural, one {# d} other {# d}}',
  'units.aboutGrams': 'about {grams} g',
  'units.lessThanGram': 'less than 1 g',
  'supports.printed': 'Printed with supports',
  'supports.figures': 'Printed with supports: {weight}, {time}',
  'supports.turned': 'Turned for printing, without supports',
  'ordered.file': 'File',
  'ordered.settings': 'Settings',
  'ordered.supports': 'Supports',
  'ordered.noColor': 'Default (no color chosen)',
  'ordered.defaultColor': 'Default',
  'ordered.quality.standard': 'standard quality',
  'ordered.quality.premium': 'premium quality',
  'ordered.picture': 'Part {place} of the order',
  // Price of an order
  'order.print': 'Print',
  'order.amountOfOne': '{grams}\u00a0g, about {duration} of printing',
  'order.amountOfParts':
    '{quantity} parts, each {grams}\u00a0g and about {duration} of printing; about {total} in total',
  'order.amountOfLines':
    '{quantity} parts, {grams}\u00a0g and about {duration} of printing together',
  'order.postage': 'Postage',
  'order.total': 'Total',
  'order.byCard': 'By card',
  'refund.done': 'Refund',
  'refund.unconfirmed': 'Refund (not confirmed yet)',
  'refund.of': 'For {items}, {time}',
  'refund.line': 'line {line}',
  'refund.allParts': 'all {of} parts of line {line}',
  'refund.someParts': '{quantity} of the {of} parts of line {line}',
  'refund.postage': 'the postage',
  'refund.lost': 'Returned to the card',
  'refund.totalAfter': 'Total after refunds',
  // What happened to the card of an order. The English sentences are those of the API, tools and emails
  'charge.awaits_checkout': chargeSentences.awaits_checkout,
  'charge.arrived_late': chargeSentences.arrived_late,
  'charge.charged': chargeSentences.charged,
  'charge.declined': chargeSentences.declined,
  'charge.not_made': chargeSentences.not_made,
  'charge.no_card': chargeSentences.no_card,
  'charge.settling': chargeSentences.settling,
  // What the status of an order means. The English sentences are those of the API, tools and emails
  'statusLine.PENDING_PAYMENT': statusSentences.PENDING_PAYMENT,
  'statusLine.RECEIVED': statusSentences.RECEIVED,
  'statusLine.ACCEPTED': statusSentences.ACCEPTED,
  'statusLine.PRINTING': statusSentences.PRINTING,
  'statusLine.PRINTED': statusSentences.PRINTED,
  'statusLine.SHIPPED': statusSentences.SHIPPED,
  'statusLine.DELIVERED': statusSentences.DELIVERED,
  'statusLine.CANCELLED': statusSentences.CANCELLED,
  'statusLine.REJECTED': statusSentences.REJECTED,
  'order.overdue':
    'The order was cancelled because it was not paid by {day}; it will not be printed. Order again if you still want it.',
  'order.busy':
    'We cannot check with the card processor right now because too many orders are being checked. This page shows the last known state; reload it in a minute.',
  // Payment page
  'pay.title': 'Pay for order {code}',
  'pay.back': 'Back to the order',
  'pay.order': 'The order',
  'pay.heading': 'Pay {amount}',
  'pay.byCard': 'Pay {amount} by card',
  'pay.confirmedUnpaid':
    'The card processor confirms that nothing has been paid for this order yet.',
  'pay.presumedUnpaid':
    'As far as we know, nothing has been paid for this order; we check with the card processor again before a payment starts.',
  'pay.lead':
    '{charge} {known} You pay with any card on the card processor’s page and then return here. The order can be paid until {time}; then it is cancelled.',
  'pay.noLink':
    'The card processor did not return a payment page. Nothing was charged. Try again in a minute.',
  'pay.paid': 'This order is paid',
  'pay.paidLead': 'We received {amount}. There is nothing left to pay.',
  'pay.settling': 'A payment is in progress',
  'pay.pending': 'A payment of {amount} for this order is still being processed.',
  'pay.settlingLead':
    '{payment} This usually takes less than a minute. You do not need to pay anything in the meantime.',
  'pay.checkAgain': 'Check again',
  'pay.overdue': 'Too late to pay',
  'pay.overdueLead':
    '{overdue} You will not be charged for it. A payment that still arrives is refunded.',
  'pay.replaced': 'Replaced by a newer order',
  'pay.replacedLead':
    'The basket was ordered again, so this order was cancelled. It was not paid, and you will not be charged for it.',
  'pay.nothing': 'Nothing to pay',
  'pay.closedLead': '{status} It was not paid, and you will not be charged for it.',
  'pay.notDueLead':
    '{status} The farm prints it without a payment here, and you will not be charged for it.',
  'pay.unreachable': 'The card processor cannot be reached',
  'pay.unreachableLead':
    'Before each payment we check with it whether the order has already been paid, and it is not responding. No payment was started. Try again in a minute.',
  'pay.refused': 'The card processor refused the payment page',
  'pay.refusedLead':
    'Before each payment we check with it whether the order has already been paid, and it refused the request. No payment was started and nothing was charged. Try again later; if it stays like this, write to us.',
  'pay.tooMany': 'Too many requests',
  'pay.tooManyLead':
    'Payment pages were opened too often from your network or for this order. Nothing was charged and no payment was started. Try again in {count, plural, one {{seconds} second} other {{seconds} seconds}}.',
  'pay.busy': 'The payment page is busy',
  'pay.busyLead':
    'Before each payment we check with the card processor whether the order has already been paid, and too many orders are waiting for that check right now. Nothing was charged and no payment was started. Try again in {count, plural, one {{seconds} second} other {{seconds} seconds}}.',
  'pay.tryAgain': 'Try again',
  // Order page: status. The English labels are those of the API, tools and emails
  'order.title': 'Order {code}',
  'status.PENDING_PAYMENT': orderStatusLabels.PENDING_PAYMENT,
  'status.RECEIVED': orderStatusLabels.RECEIVED,
  'status.ACCEPTED': orderStatusLabels.ACCEPTED,
  'status.PRINTING': orderStatusLabels.PRINTING,
  'status.PRINTED': orderStatusLabels.PRINTED,
  'status.SHIPPED': orderStatusLabels.SHIPPED,
  'status.DELIVERED': orderStatusLabels.DELIVERED,
  'status.CANCELLED': orderStatusLabels.CANCELLED,
  'status.REJECTED': orderStatusLabels.REJECTED,
  'statusLine.held': statusSentences.held,
  'statusLine.returning': statusSentences.returning,
  'statusLine.returned': statusSentences.returned,
  'statusLine.untracked': statusSentences.untracked,
  'progress.label': 'Order progress',
  'progress.done': '(done)',
  'progress.now': '(current)',
  'progress.ahead': '(upcoming)',
  'step.PENDING_PAYMENT': 'Payment',
  'step.RECEIVED': 'In review',
  'step.ACCEPTED': 'Queued',
  'step.PRINTING': 'Printing',
  'step.PRINTED': 'Printed',
  'step.SHIPPED': 'Shipped',
  'step.DELIVERED': 'Delivered',
  'days.shipsLate': 'It was promised for {day} and is late. It ships as soon as it is finished.',
  'days.arrives': 'Arrives {from} to {to}.',
  'days.arrivalOverdue': 'The parcel was expected by {day}. If it has not arrived, write to us.',
  'printing.count': '{printed} of {parts, plural, one {# part} other {# parts}} printed.',
  'printing.plate': 'Plate {plate}, {parts, plural, one {# part} other {# parts}}',
  'printing.started': 'on a printer',
  'printing.ended': 'printed, to be checked',
  'printing.percent': '{percent}%',
  'printing.percentLeft': '{percent}%, about {duration} left',
  'order.asOf': 'As of {time}. Reload the page to see changes.',
  'order.live': 'This page updates itself. Last checked at {time}.',
  'order.notConnected': 'Not connected since {time}; trying again.',
  'order.checkedAt': 'Last checked at {time}. This page checks again within a minute.',
  // Order page: payment
  'order.thanks': 'Thank you. We received your payment.',
  'order.unpaid': 'Not paid yet',
  'order.payUntil':
    '{charge} You can pay with any card on the card processor’s page until {time}; then the order is cancelled.',
  'order.pay': 'Pay {amount}',
  'order.payment': 'Your payment',
  'order.wasPaid': '{amount} was paid for this order. {refund}',
  'order.disputed': 'The card’s bank took {amount} back after a dispute.',
  'order.refundedAndDisputed':
    '{refunded} was refunded. The card’s bank took {amount} back after a dispute.',
  'order.refundedToGiftCard': 'All of it was refunded to the gift card.',
  'order.refundedToBoth':
    'All of it was refunded: to the gift card first, the rest to the card you paid with.',
  'order.refundedToCard':
    'All of it was refunded to the card you paid with; banks usually show a refund within {from} to {to} days.',
  'order.refunding':
    'A refund of {amount} was requested; the card processor has not confirmed it yet.',
  'order.refundedNothing':
    'Nothing was refunded. If you have questions, contact us and include this order’s code.',
  'order.refundedPart':
    '{amount} was refunded. If you have questions, contact us and include this order’s code.',
  'order.unconfirmed': 'Waiting for payment confirmation',
  'order.unconfirmedPayment':
    'The card processor has not confirmed a payment for this order yet. This can take a minute.',
  'order.checkBeforePaying':
    '{payment} Check again before you pay; an order is never charged twice.',
  'order.paymentPage': 'Payment page',
  'order.receipt': 'Printable receipt or invoice',
  // Order page: parcel, parts and history
  'parcel.heading': 'Your parcel',
  'parcel.carrier': 'Carrier',
  'parcel.number': 'Tracking number',
  'parcel.shipped': 'Shipped',
  'parcel.track': 'Track the parcel',
  'order.ordered': 'What was ordered',
  'order.again': 'Order again',
  'order.price': 'Price',
  'order.history': 'History',
  'order.public': 'Anyone with this link can open the page; it never shows the shipping address.',
  'history.placed': 'Order placed',
  'history.refunded': 'Refund of {amount} paid out',
  'history.refundedFor': 'Refund of {amount} for {items} paid out',
  'history.refundSent': 'Refund of {amount} sent',
  'history.refundSentFor': 'Refund of {amount} for {items} sent',
  'history.refundReturned': '{amount} of a refund returned by the bank',
  'history.disputed': 'Payment of {amount} disputed by the card’s bank',
  'history.disputeWon': 'The bank closed the dispute: the payment stands',
  'history.disputeLost': 'The bank closed the dispute: {amount} went back to the card',
  'history.reprinted': 'Parts are printed again, free of charge',
  'history.overdue': 'Cancelled: not paid in time',
  'history.backTo': 'Back to: {status}',
  'history.payment.missing': 'Payment of {amount} received',
  'history.payment.duplicate': 'Second payment of {amount} received',
  'history.payment.closed': 'Payment of {amount} received for the closed order',
  'history.payment.wrong_amount':
    'Payment of {amount} received, which is not the amount of the order',
  'history.payment.refunded': 'Payment of {amount} refunded',
  'history.payment.refused': 'The card processor refused the refund of the payment of {amount}',
  'history.payment.returned': 'Refund of the payment of {amount} returned by the bank',
  'history.payment.kept': 'Payment of {amount} kept',
  'history.PENDING_PAYMENT': 'Waiting for payment',
  'history.RECEIVED': 'Payment received',
  'history.ACCEPTED': 'Accepted by the farm',
  'history.PRINTING': 'Printing started',
  'history.PRINTED': 'Printing finished',
  'history.SHIPPED': 'Handed to the carrier',
  'history.DELIVERED': 'Delivered',
  'history.CANCELLED': 'Cancelled',
  'history.REJECTED': 'Rejected',
  'shortStatus.PENDING_PAYMENT': 'Awaiting payment',
  'shortStatus.RECEIVED': 'Received',
  'shortStatus.ACCEPTED': 'Accepted',
  'shortStatus.PRINTING': 'Printing',
  'shortStatus.PRINTED': 'Printed',
  'shortStatus.SHIPPED': 'Shipped',
  'shortStatus.DELIVERED': 'Delivered',
  'shortStatus.CANCELLED': 'Cancelled',
  'shortStatus.REJECTED': 'Rejected',
  // Order page: questions
  'contact.heading': 'Questions about this order',
  'contact.write': 'Write to us about this order',
  'contact.you': 'You',
  'contact.files': '{count, plural, one {File: } other {Files: }}',
  'contact.name': 'Your name',
  'contact.email': 'Email for our reply',
  'contact.code': 'Order code',
  'contact.codeHint': 'Such as SVC-7KQ2ZM; it is in the confirmation email.',
  'contact.message': 'Message',
  'contact.file': 'File',
  'contact.fileHint': 'One file, up to {size}: {types}',
  'contact.send': 'Send the message',

  // Section for developers
  'developers.heading': 'For developers: one request orders a part',
  'developers.lead':
    'Send a file and an address. The response has the order code, the price, whether your card was charged, and the address of the order’s page. STL, GLB, 3MF and already-sliced G-code, up to {size}.',
  'developers.noKey':
    '<link>Create an account</link>, save a card and make an API key: it goes where the samples say {variable}.',
  'developers.key':
    'Your key begins with {prefix}. It was shown once; <link>your account</link> makes a new one.',
  'developers.firstOrder': 'First order',
  'developers.documentation': 'Documentation',
  'developers.more': 'Just a price, or no model yet?',
  'developers.price': 'A price needs no account:',
  'developers.generation':
    'A model can be generated from a description or photos. It costs credits, and every account starts with {credits}. With an extension token from <link>your account</link>:',
  'developers.poll':
    'Then poll the job’s <link>status</link>. Once it is done, order the model by its {field}.',
  'developers.samples': 'Language of the sample',
  'developers.copy': 'Copy',
  'developers.copied': 'Copied',
} as const

export type English = typeof en
export type Key = keyof English
