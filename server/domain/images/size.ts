// The available sizes of drawn pictures, in pixels.
export const imageSizes = ['1024x1024', '1024x768', '768x1024', '512x512'] as const
export type ImageSize = (typeof imageSizes)[number]
export const defaultImageSize: ImageSize = '1024x1024'
