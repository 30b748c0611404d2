// Descriptions in the API document that several endpoints share, and sentences of their refusals.

export const storedModelText = 'A stored model of the account, or one of the gallery: `gs://...`.'

export const forOperatorsAndViewers = 'For accounts that are listed as operators or viewers.'

export const forOperators = 'For accounts that are listed as operators.'

export const versionText = 'Incremented by every change; send it with the next one.'

export const noLongerPays = 'It can no longer pay, and nothing is refunded.'

export const linesText = 'Parts of lines, which are counted from 1; each line once.'

export const modelUrlText = 'The address of its model; null without one.'

export const modelUrlBody = 'The body must be a JSON object with modelUrl.'

export const creditsRequiredText = 'The credits that it would cost, with `no_credits`.'

export const creditsAvailableText = 'The credits that the account has, with `no_credits`.'

export const withdrawnText = 'The model is no longer in the gallery.'

export const colorText = 'The ordered color; `Default` if none was named.'

export const updatedAtText = 'The time at which anything about it last changed.'

export const shownOnce = 'This is the only time that it is shown.'

export const uploadUnitText = 'Unit of the numbers in the file, as in `POST /api/print-upload`.'
