// Texts of the pages on terms, privacy, refunds and contact: the operator's texts, or these defaults, which state what
// the service does.

import { deviceDays } from '../../domain/accounts/known-devices.ts'
import { sessionDays } from '../../domain/accounts/sign-in.ts'
import {
  keptDays,
  ownRequestDays,
  retryPhotoHours,
  withheldDays,
} from '../../domain/base/time/retention.ts'
import { countryDays } from '../../domain/catalog/countries.ts'
import { rightsNote } from '../../domain/generation/request/rights-note.ts'
import { openCheckoutSeconds } from '../../domain/limits/open-checkouts.ts'
import type { VisitorRetention } from '../../domain/models/visitor-files.ts'
import { unpaidDays } from '../../domain/orders/charge/payment-deadline.ts'
import { sessionHours } from '../../domain/ucp/session.ts'
import { dayCountText, formatUnits } from '../base/duration.ts'
import { languageDays } from '../languages/languages.ts'

export const legalPages = {
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
  contact: 'Contact',
} as const

export type LegalPage = keyof typeof legalPages

/** Markdown by page. */
export type LegalTexts = Readonly<Record<LegalPage, string>>

export const legalPath = (page: LegalPage): string => `/${page}`

/** Retention periods. `orderDays` applies to the personal data of a closed order. */
export type Retention = VisitorRetention & { readonly orderDays: number }

export function legalTextsFor(retention: Retention): LegalTexts {
  return { ...fixedTexts, privacy: privacyText(retention) }
}

const fixedTexts: Omit<LegalTexts, 'privacy'> = {
  terms: `# Terms

## What you order

We print the 3D model that you send, in the material, color and quality that you choose, and mail the parts to the address that you enter.
The page of your order and the confirmation by mail list all of it.

## Prices and payment

All prices are in US dollars. Prices include the tax that we owe, where we owe any, and nothing is added to them; the country that a parcel
goes to may charge customs duty or tax of its own. You see the price before you pay, and a numbered invoice follows the payment; you find it in the account that ordered. Without an account,
the confirmation by email is your receipt. Postage is charged once for each order. Cards are charged by our card processor.

An order that is not paid is cancelled: ${openCheckoutSeconds / 3600} hours after it was placed on this website, ${unpaidDays} days after it was placed by a program or an agent. A
payment that arrives later is refunded.

## Disputed payments

If you dispute a payment with your bank, we stop printing the order and refund nothing of it until the bank has decided; we may send the bank
the order, our mails and the proof of delivery. A gift card or credits whose payment is reversed are withdrawn. The part spent by
then is owed to us: until it is settled, the account buys no gift cards and credits and uses no credits. If something is wrong with an order,
[write to us](/contact) first.

## Your models

You keep all rights to your models. By ordering you confirm that you may have the model printed: that it is your own, or that its owner
allows it. We use a model for your quotes and orders only. We may refuse to print a part, for example because it cannot be printed, or
because the law forbids it; a paid order that we refuse is refunded.

## Dates

The page of an order names the day by which we expect to ship it. It is computed from the work that is queued and is an estimate. If
an order becomes late, its page says so.

## Generated models

Models that are generated from words or pictures cost credits. The credits of a generation that fails on our side are refunded.

${rightsNote}
`,
  refunds: `# Refunds

- **An order that we cancel or reject** is refunded. The operator who does it confirms the amount.
- **A part that is wrong, broken or lost**: [write to us](/contact) with the order’s code and a photo. We print it again or refund it.
- **Cancelling**: you cannot change or cancel an order yourself once it is placed. Before printing begins, [write to us](/contact): we can
  cancel the order and refund it. Parts are made for you, so a printed part that is as ordered cannot be returned.
- **Where a refund goes**: to the gift card that paid, up to its share, then to the card that was charged. Banks usually show a refund within 5 to 10 days.
- **A refund that your bank sends back**, for example because the card was closed: we write to you and find another way.
- **Part of an order**: we can refund single parts; each costs its share of the price of its line.
- **While your bank disputes the payment**, nothing of it can be refunded ([terms](/terms)).
- **Credits** of a generation that failed on our side are refunded at once.

The order’s page lists every refund, and each gets a credit note. All amounts are in US dollars.
`,
  contact: `# Contact

Send us a message with the form below. We reply by email. For questions about an order, add its code, or use the form on the page of the
order.
`,
}

const privacyText = ({ basketDays, keptFileHours, orderDays }: Retention): string => `# Privacy

## What we keep

- **Account**: your email address and a hash of your password. Your card is kept by the card processor; we keep its brand, its last digits
  and the processor’s number for it.
- **Orders**: the model, the options, the address, the price, and what happened to the order. We keep them as records of what was sold:
  ${dayCountText(orderDays)} after a closed order was placed, its name, address, email, phone, company, VAT ID, purchase order, notes, messages and file
  names are removed. Options, amounts and dates stay.
- **Gift cards and credits**: what was bought, and the address and the message that a gift card was sent to and with. Both are removed after the same
  time.
- **Invoices** and credit notes, with your name and address as they were stated, for as long as tax law demands.
- **Models**: files that you upload or generate, stored by their content. The quote page measures a file in your browser and sends it only when you put it into the
  basket. In a browser without JavaScript the file is sent, measured and kept for ${formatUnits(keptFileHours, 'hour')}, so that it can go
  into the basket without being sent again. A day after that it is removed.
- **Baskets** of visitors who are not signed in, with their files: ${formatUnits(basketDays, 'day')} after the last change. The parts stay in a
  basket until their order is paid.
- **Checkouts that an assistant began for you**: the parts, their options and the country, for ${formatUnits(sessionHours, 'hour')}. Their files go a day after that.
- **Orders without an account**: what we keep of orders, as above. The email address is used for mails about the order, and for nothing else.
  The models stay until the order is closed and its basket is gone; files that were ordered stay with the order.
- **Messages** that you send us, with their files, and our replies.
- **Generations, uploads and pictures** until you delete them, or we have to, for example because a model is illegal. Photos that a model was
  made from: until it is made, and when it was not, for ${formatUnits(retryPhotoHours, 'hour')} after the last try that used them. A generated
  model that our content check refuses: until we have decided about it, at most ${formatUnits(withheldDays, 'day')}. The log of what was asked and
  how it was understood: ${keptDays} days.
- **Mails** that we sent you: ${keptDays} days. If an order of your account’s basket waits for its payment, one mail reminds you of it.
- **The logo** for your packing slips, until you replace or remove it.
- **Requests of your programs**, which you see on your account: time, endpoint, outcome and request id of each, for ${ownRequestDays} days.
- **Logs** of requests, without keys, passwords, cookies and email addresses.

## Cookies

We set cookies only where the service needs them, and none of anyone else:

- a cookie that keeps you signed in, for ${sessionDays} days;
- a cookie for a browser that signed in before, for ${deviceDays} days, so that others who guess passwords cannot lock you out;
- a cookie that names your basket, for ${formatUnits(basketDays, 'day')};
- a cookie with the country that you chose for the postage, for ${countryDays} days;
- a cookie with the language that you chose, for ${languageDays} days.

There is no advertising and no tracking across websites.

## Who else gets data

- The card processor gets what a payment needs: your email address, the amount and the order’s code. If a payment is disputed, it and your
  bank get the order with its address, history and mails as evidence.
- The carrier gets the address of the parcel, and the phone number if you enter one. If the parcel crosses a customs border, the carrier
  and customs also get what it contains and its value. The label may be bought through EasyPost, a service that sells labels of many
  carriers; it then gets the same data.
- Words and pictures for generating models go to the companies that run the models, without your name and address.

## Your rights

The [security page](/account/security) of your account exports all that we keep about you, and deletes the account. You can remove your card on
the [account page](/account).

When an account is deleted, its sign-in, sessions, keys, basket, messages without an order, generations and models that no order needs go
at once, and the card processor deletes your card and customer record. Orders stay for the time above, because we have to keep them as
records of sales, and so do invoices and the record of gift cards and credits that were bought. Unused credits lapse. Gift cards belong to
their recipients and stay valid. An account with open orders, with a payment, refund or dispute that is not settled, or with a debt is deleted
once they are finished.

[Write to us](/contact) to have something corrected, or if you have no account.
`
