// Sentences of the pages to which a buyer returns from the card processor.

export const notConfirmedYet = 'The card processor has not confirmed the payment yet.'
