// Addresses of the pages about printers, and of the forms below them.
export const printersPath = '/operator/printers'
export const printerPath = (name: string): string => `${printersPath}/${encodeURIComponent(name)}`
export const printerFormPath = (
  name: string,
  form: 'plate' | 'spools' | 'tags' | 'maintenance' | 'remove',
): string => `${printerPath(name)}/${form}`
