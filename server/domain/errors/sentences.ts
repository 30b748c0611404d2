// Sentences that several interfaces show for the same failure.

export const brokenSentence = 'Something broke on our side. It was logged; try again shortly.'

export const bodyLate = 'The body did not arrive in time.'

export const bodyLateSentence = `${bodyLate} Send it without pauses.`

export const invalidJsonSentence = 'The body is not valid JSON.'

export const jsonObjectSentence = 'Send a JSON object with content-type: application/json.'

export const originSentence = 'Requests from this Origin are not allowed.'

export const upstreamSentence = 'A system behind the service failed or did not respond.'

export const unsuitableForGallery =
  'Only models that are stored here and can be ordered can be published.'

export const noSuchWarning = 'There is no such fraud warning.'

export const noSuchPurchase = 'There is no such purchase.'

export const noSuchDebt = 'There is no such debt, or nothing of it is open.'

export const removedByOperator =
  'An operator removed this model from the gallery. Ask support to delete it.'

export const askOperator = 'Ask an operator to make this change.'

export const engineTomorrowAdvice = 'Choose another engine, or try again tomorrow.'

export const otherPasswordAdvice = 'Choose another one, for example a few words in a row.'

export const completeUploadAdvice = 'Complete it, or sign a new one.'

export const uploadArrived = 'The bytes of this upload have arrived already.'

export const postedFromAdvice = 'Correct EASYPOST_FROM, or postedFrom of customs in the terms.'

export const unfinishedCredits = 'Credits of a generation that does not finish are refunded.'

export const downloadGlbAdvice = 'Download the GLB, which has all its colors.'

export const generationOff = 'Generation is switched off on this server.'

export const narrowFilterAdvice = 'Narrow the filter, and repeat the action for the rest.'

export const selectOrdersAdvice = 'Select orders, or a filter that finds some.'

export const revokeUnusedAdvice = 'Revoke one that is no longer used.'

export const onePlateAdvice = 'Send a file of one plate for each job.'

export const signAgainAdvice = 'Sign a new one and send the file again.'

export const fileUnread = 'The file cannot be read right now.'

export const pictureNotStored = 'The picture was made but could not be stored.'

export const picturesGone = 'The pictures of that generation are no longer stored.'

export const noRoom = 'The service has no room for files at the moment.'

export const noPicture = 'There is no picture of this model.'

/** Without the end of the sentence: an interface adds where the dispute is. */
export const refundDisputed =
  'The customer’s bank disputes this payment. The card processor refunds nothing of it until the dispute has ended'
