// Sentences that several interfaces show for the same failure.

export const brokenSentence = 'Something broke on our side. It was logged; try again shortly.'

export const bodyLateSentence = 'The body did not arrive in time. Send it without pauses.'

export const invalidJsonSentence = 'The body is not valid JSON.'

export const jsonObjectSentence = 'Send a JSON object with content-type: application/json.'

export const originSentence = 'Requests from this Origin are not allowed.'

export const upstreamSentence = 'A system behind the service failed or did not respond.'

export const unsuitableForGallery =
  'Only models that are stored here and can be ordered can be published.'

export const noSuchWarning = 'There is no such fraud warning.'

export const noSuchPurchase = 'There is no such purchase.'

export const noSuchDebt = 'There is no such debt, or nothing of it is open.'
