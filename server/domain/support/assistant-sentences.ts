// The assistant's fixed sentences. Codes and addresses in them are validated.

export const assistantSentences = {
  whatToAsk:
    'Ask about prices, materials, files, shipping, payments or an order. To ask about an order, add its code, such as SVC-7KQ2ZM.',
  whichOrder:
    'To look up an order, I need its code, such as SVC-7KQ2ZM (it is in the confirmation email), and, unless you are signed in, the email ' +
    'address of the order.',
  emailOfOrder: (code: string): string =>
    `To look up order ${code}, sign in, or send the email address that it was placed with.`,
  noSuchOrder: (code: string): string =>
    `I find no order ${code} of yours. Check the code letter by letter, and the email address if you sent one.`,
  passedOn: (ticket: string, email: string): string =>
    `I passed this on to the people who run the farm, as request ${ticket}. They reply by email to ${email}.`,
  emailForReply:
    'A person has to review this. Send it again with your email address, and I pass it on; the reply comes by email.',
  notPassedOn: (reason: string): string =>
    `A person has to review this, but I could not pass it on. ${reason || 'Try again in a few minutes.'}`,
  useForm: 'A person has to review this. Send it with the form below; the reply comes by email.',
} as const
