// How long refunds to cards take after the processor has made them.

/** For messages: banks usually show a refund within this time. */
export const bankRefundTime = '5 to 10 days'
