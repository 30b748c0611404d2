// Stripe's test cards, by number and by the payment-method names of its test mode. Only these cards exist here: a real card's number is
// rejected and never stored. They behave as described at https://docs.stripe.com/testing.

export type Decline = {
  readonly code: string
  readonly decline_code: string
  readonly message: string
}

export type TestCard = {
  readonly number: string
  readonly brand: 'visa' | 'mastercard'
  /** Behavior of the card, shown on the hosted pages. */
  readonly does: string
  /** Names that create a new payment method of this card. */
  readonly names: readonly string[]
  /** Decline when the card is saved, or when it is charged. */
  readonly saving: Decline | null
  readonly charging: Decline | null
  /** When 3-D Secure is required. `unless_set_up` means not after an authenticated setup. */
  readonly authentication: 'never' | 'unless_set_up' | 'always'
  /** Course of a refund: `pending` means that it is pending and then succeeds, and `fails` that it succeeds and then fails. */
  readonly refunding?: 'pending' | 'fails'
  /** Report that the cardholder's bank makes some time after a payment. */
  readonly report?:
    | 'fraudulent'
    | 'fraudulent_twice'
    | 'product_not_received'
    | 'inquiry'
    | 'early_fraud_warning'
  /** Whether the money of a payment is available in the balance immediately. */
  readonly bypassesPending?: true
}

/** The usual decline. */
export const declined: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}
const insufficientFunds: Decline = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}
const expired: Decline = {
  code: 'expired_card',
  decline_code: 'expired_card',
  message: 'Your card has expired.',
}
/** An off-session charge for which the bank requires the cardholder's authentication. */
export const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

const plainCard = { brand: 'visa', saving: null, charging: null, authentication: 'never' } as const

export const testCards: readonly TestCard[] = [
  { ...plainCard, number: '4242424242424242', does: 'Visa, pays', names: ['pm_card_visa'] },
  {
    ...plainCard,
    number: '5555555555554444',
    brand: 'mastercard',
    does: 'Mastercard, pays',
    names: ['pm_card_mastercard'],
  },
  {
    ...plainCard,
    number: '4000000000000341',
    does: 'Can be saved, then every charge is declined',
    names: ['pm_card_chargeCustomerFail'],
    charging: declined,
  },
  {
    ...plainCard,
    number: '4000000000000002',
    does: 'Declined',
    names: ['pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined'],
    saving: declined,
    charging: declined,
  },
  {
    ...plainCard,
    number: '4000000000009995',
    does: 'Declined, insufficient funds',
    names: [
      'pm_card_chargeDeclinedInsufficientFunds',
      'pm_card_visa_chargeDeclinedInsufficientFunds',
    ],
    saving: insufficientFunds,
    charging: insufficientFunds,
  },
  {
    ...plainCard,
    number: '4000000000000069',
    does: 'Declined, expired',
    names: ['pm_card_chargeDeclinedExpiredCard', 'pm_card_visa_chargeDeclinedExpiredCard'],
    saving: expired,
    charging: expired,
  },
  {
    ...plainCard,
    number: '4000002500003155',
    does: '3-D Secure until it has been saved once, then pays',
    names: ['pm_card_authenticationRequiredOnSetup'],
    authentication: 'unless_set_up',
  },
  {
    ...plainCard,
    number: '4000002760003184',
    does: '3-D Secure for every payment',
    names: ['pm_card_authenticationRequired'],
    authentication: 'always',
  },
  {
    ...plainCard,
    number: '4000000000003220',
    does: '3-D Secure 2 for every payment',
    names: ['pm_card_threeDSecure2Required'],
    authentication: 'always',
  },
  {
    ...plainCard,
    number: '4000000000000077',
    does: 'Pays, available in the balance at once',
    names: ['pm_card_bypassPending'],
    bypassesPending: true,
  },
  {
    ...plainCard,
    number: '4000000000007726',
    does: 'Pays; its refunds are pending and succeed later',
    names: ['pm_card_pendingRefund'],
    refunding: 'pending',
  },
  {
    ...plainCard,
    number: '4000000000005126',
    does: 'Pays; its refunds succeed and fail later',
    names: ['pm_card_refundFail'],
    refunding: 'fails',
  },
  {
    ...plainCard,
    number: '4000000000000259',
    does: 'Pays, then disputed as fraudulent',
    names: ['pm_card_createDispute'],
    report: 'fraudulent',
  },
  {
    ...plainCard,
    number: '4000000404000079',
    does: 'Pays, then disputed twice',
    names: ['pm_card_createMultipleDisputes'],
    report: 'fraudulent_twice',
  },
  {
    ...plainCard,
    number: '4000000000002685',
    does: 'Pays, then disputed as not received',
    names: ['pm_card_createDisputeProductNotReceived'],
    report: 'product_not_received',
  },
  {
    ...plainCard,
    number: '4000000000001976',
    does: 'Pays, then the bank inquires',
    names: ['pm_card_createDisputeInquiry'],
    report: 'inquiry',
  },
  {
    ...plainCard,
    number: '4000000000005423',
    does: 'Pays, then an early fraud warning',
    names: ['pm_card_createIssuerFraudRecord'],
    report: 'early_fraud_warning',
  },
]

const byNumber = new Map(testCards.map((card) => [card.number, card]))
const byName = new Map(testCards.flatMap((card) => card.names.map((name) => [name, card])))

export const cardByNumber = (number: string): TestCard | undefined => byNumber.get(number)
export const cardByName = (name: string): TestCard | undefined => byName.get(name)
