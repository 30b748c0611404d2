// Hints below form fields that several pages of the desk share.

export const historyHint = 'For the history; customers do not see it.'
