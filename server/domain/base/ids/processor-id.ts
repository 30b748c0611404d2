// Ids that the card processor creates, such as `pi_3Qab` and `du_1Q`. Their prefixes may change, so only their characters are checked.

export const processorIdForm = /^[\w-]{1,255}$/
