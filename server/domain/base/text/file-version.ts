// The version of an operator's file (TERMS_FILE, BRANDING_FILE). A file with a version that is stored already is not stored again.

const maxFileVersion = 1_000_000_000

export const fileVersionRule = `must be a whole number from 1 to ${maxFileVersion}, higher than the version of the file before`

export const isFileVersion = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxFileVersion
