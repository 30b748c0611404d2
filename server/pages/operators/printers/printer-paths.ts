// Addresses of the pages about printers, and of the forms below them.
export const printersPath = '/operator/printers'
export const printerPath = (name: string): string => `${printersPath}/${encodeURIComponent(name)}`
export const printerFormPath = (
  name: string,
  form: 'plate' | 'spools' | 'tags' | 'maintenance' | 'remove',
): string => `${printerPath(name)}/${form}`

/** Plates that wait to be cleared, several at once. */
export const platesPath = '/operator/plates'
/** Labels with a QR code for each printer. */
export const printerLabelsPath = '/operator/printer-labels'
/** Every printer as a tile. */
export const floorPath = '/operator/floor'
export const floorAttentionPath = `${floorPath}?show=attention`
