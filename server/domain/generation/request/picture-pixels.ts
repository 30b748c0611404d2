// How many pixels of a picture are decoded.

/** 160 MB as RGBA; a phone's largest photos have as many or fewer after its own reduction. */
export const maxPicturePixels = 50_000_000

/** `50 million`. */
export const maxPixelsText = `${maxPicturePixels / 1_000_000} million`
