// Limits the number of decoded pixels of a picture.

/** 160 MB as RGBA. The largest photos of phones have at most this many pixels after the phone's reduction. */
export const maxPicturePixels = 50_000_000

/** `50 million`. */
export const maxPixelsText = `${maxPicturePixels / 1_000_000} million`
