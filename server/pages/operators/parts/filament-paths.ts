// Paths of the filament pages. Their forms are below these paths.
export const filamentPath = '/operator/filament'
export const spoolPath = (id: number): string => `${filamentPath}/${id}`

export type SpoolFormName = 'weigh' | 'load' | 'unload' | 'empty'
export const spoolFormPath = (id: number, form: SpoolFormName): string => `${spoolPath(id)}/${form}`
