// Questions about ordering, prices, postage and payment.

import { maxLines } from '../../domain/cart/cart.ts'
import {
  domesticPostage,
  flatCountries,
  internationalPostage,
  ownPostages,
} from '../../domain/catalog/countries.ts'
import {
  customColorCentsPerGram,
  materials,
  qualityFactorPercent,
} from '../../domain/catalog/materials.ts'
import { giftAmountCents } from '../../domain/gift-cards/buy.ts'
import { openCheckoutHours } from '../../domain/limits/open-checkouts.ts'
import { minimumCentsPerPart } from '../../domain/pricing/subtotal.ts'
import { money, shortMoney } from '../base/money.ts'
import { discountList } from '../base/terms-text.ts'
import type { HelpArticle } from './help-article.ts'

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
const nameOf = (code: string): string => countryNames.of(code) ?? code
const rates = (): string =>
  Object.entries(materials())
    .map(([name, { centsPerGram }]) => `${name.toUpperCase()} ${money(centsPerGram)}`)
    .join(', ')

function postageReply(): string {
  const [home, abroad] = [domesticPostage(), internationalPostage()]
  const own = ownPostages().map(
    ([country, { flatCents, freeFromCents }]) =>
      `To ${nameOf(country)} it is ${shortMoney(flatCents)}, and free from ${shortMoney(freeFromCents)} of printing. `,
  )
  return `Within the United States (USA) postage is ${shortMoney(home.flatCents)}, and free from
${shortMoney(home.freeFromCents)} of printing. ${own.join('')}To ${new Intl.ListFormat('en').format(flatCountries().map(nameOf))} it is
${shortMoney(abroad.flatCents)}, and free from ${shortMoney(abroad.freeFromCents)} of printing. We do not ship
to other countries.`
}

function discountText(): string {
  const discounts = discountList('copies')
  if (discounts === null) {
    return 'No: each part costs the same. Postage is added once for each order.'
  }
  return `Yes: ${discounts.replace('copies', 'copies of a part')}. The quote page applies it
when you raise the quantity.`
}
const premium = qualityFactorPercent.premium / 100

export const orderArticles = (): readonly HelpArticle[] => [
  {
    id: 'how-to-order',
    title: 'How do I order a part?',
    text: `Choose a model on the [quote page](/quote): it shows the price, the faults of the model and the day the part ships by. Choose
material, color, quality and quantity, and put the part into the [basket](/basket). Several parts travel in one parcel, up to ${maxLines}
lines. At the checkout you enter your email and the address, and pay; you need no account. A confirmation with the code of the order comes by email.`,
    keywords: 'buy place print start begin',
  },
  {
    id: 'price',
    title: 'How much does a print cost?',
    text: `A part costs its weight times the rate of the material per gram (${rates()}), and at least ${money(minimumCentsPerPart())}. Premium
quality multiplies that by ${premium}; a color that is not in stock costs ${money(customColorCentsPerGram())} per gram. There is no setup
fee. Postage is added once for each order. The [quote page](/quote) shows the price of your model, to the cent, before you upload it; the
[formulas](/docs/reference#prices) are in the reference.`,
    keywords: 'calculate computed calculation estimate per gram cheap minimum setup',
  },
  {
    id: 'discounts',
    title: 'Is there a discount for several copies?',
    text: discountText(),
    keywords: 'quantity series batch many parts',
  },
  {
    id: 'shipping',
    title: 'Where do you ship to, and what does shipping cost?',
    text: postageReply(),
    keywords:
      'country international Europe England Britain UK Holland postage delivery charges Japan China Switzerland Austria Belgium Poland Norway Denmark Brazil Korea Singapore',
  },
  {
    id: 'lead-time',
    title: 'How long does an order take to ship?',
    text: `The quote page and the page of your order name the day by which the order ships. It is computed from the work that is queued in the
farm, so it changes with the load; the [start page](/) says how fast the farm ships today. Travel with the carrier comes on top.`,
    keywords:
      'delivery time when arrive days weeks fast soon lead turnaround urgent rush express date guaranteed today part parts',
  },
  {
    id: 'track-order',
    title: 'Where is my order?',
    text: `The page of the order, which the confirmation email links to, says how far it is, by which day it ships, and, once it has shipped,
the tracking number. It needs no sign-in and updates by itself. All orders of your account are listed on
[your account page](/account/orders).`,
    keywords: 'status track tracking number shipped late progress find code parcel',
  },
  {
    id: 'change-or-cancel',
    title: 'Can I change or cancel an order?',
    text: `Only we can do that, and only before printing begins: [write to us](/contact) with the code of the order at once. [Refunds](/refunds)
explains what we refund. An order of the website that you do not pay is cancelled automatically after ${openCheckoutHours} hours.`,
    keywords: 'cancellation wrong entered address color mistake modify edit withdraw stop',
  },
  {
    id: 'problem-with-a-part',
    title: 'What if a part arrives broken, wrong or not at all?',
    text: `[Write to us](/contact) with the code of the order and, if you can, a photo of the part. [Refunds](/refunds)
explains what we do then.`,
    keywords:
      'damaged cracked transit lost missing defective warranty guarantee reprint replacement refund complaint',
  },
  {
    id: 'payment',
    title: 'How do I pay?',
    text: `Orders of the website are paid with a card at the card processor’s checkout, with a gift card, or with both. We never see the number
of your card. Orders of programs, over the API or by an agent, are charged at once to the card that is saved on the account.`,
    keywords:
      'payment methods credit card visa mastercard paypal apple google bank transfer accepted',
  },
  {
    id: 'declined-card',
    title: 'My card was declined. What now?',
    text: `Nothing was charged, and the order is kept. The page of the order has a button that pays it, with the same or another card. That page
also has the reason that the bank gave, if it gave one.`,
    keywords: 'payment failed refused rejected unpaid try again',
  },
  {
    id: 'receipt',
    title: 'Where do I get a receipt or an invoice?',
    text: `Within a minute of its payment, every order gets a numbered invoice. Signed in to the account of the order, you find it on the order’s
page and under [Invoices](/account/invoices), where you also enter your company, VAT ID and purchase-order number for new orders. Without
signing in, the order’s page has a receipt without the address. An order without an account has no invoice that you can open: sign in before you order if you need one. Prices include tax, all amounts are US dollars, and each refund gets a credit note.`,
    keywords: 'invoice bill VAT tax proof of purchase accounting pdf',
  },
  {
    id: 'gift-cards',
    title: 'How do gift cards work?',
    text: `[Gift cards](/gift-cards) of ${shortMoney(giftAmountCents.min)} to ${shortMoney(giftAmountCents.max)} are paid by card; the code is
sent to the recipient by email. Enter the code at the checkout of the website: it pays as much as its balance covers, and the rest stays on
it. The same page shows the balance of a code.`,
    keywords: 'buy voucher present redeem code balance expire',
  },
]
