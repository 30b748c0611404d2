// Limits the number of decoded pixels of a picture.

/** 160 MB as RGBA. Phones reduce even their largest photos to at most this many pixels. */
export const maxPicturePixels = 50_000_000

/** `50 million`. */
export const maxPixelsText = `${maxPicturePixels / 1_000_000} million`
