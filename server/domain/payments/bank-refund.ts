// How long refunds to cards take after the processor has made them.

export const returnedNext = 'We will write to you when we have refunded it another way.'

export const returnedCause = 'That happens when a card has expired or was closed.'

/** Banks usually show a refund within this number of days. */
export const bankRefundDays = { from: 5, to: 10 } as const

/** For messages: banks usually show a refund within this time. */
export const bankRefundTime = `${bankRefundDays.from} to ${bankRefundDays.to} days` as const
