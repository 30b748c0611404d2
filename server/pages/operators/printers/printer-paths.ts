// Paths of the printer pages. Their forms are below these paths.
export const printersPath = '/operator/printers'
export const printerPath = (name: string): string => `${printersPath}/${encodeURIComponent(name)}`
export const printerFormPath = (
  name: string,
  form: 'plate' | 'spools' | 'tags' | 'maintenance' | 'remove' | 'command',
): string => `${printerPath(name)}/${form}`

/** `at`: when the picture was stored, so that a browser shows a new one. */
export const printerPicturePath = (name: string, at: Date): string =>
  `${printerPath(name)}/picture?at=${at.getTime()}`

/** Plates that wait to be cleared together. */
export const platesPath = '/operator/plates'
/** Labels with a QR code per printer. */
export const printerLabelsPath = '/operator/printer-labels'
/** Every printer as a tile. */
export const floorPath = '/operator/floor'
export const floorAttentionPath = `${floorPath}?show=attention`
