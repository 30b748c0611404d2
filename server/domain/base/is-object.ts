/** Whether the value is a non-null object, including arrays. Its fields are of unknown type. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns a copy of the object's own fields. A value that is no object has none. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  isObject(value) ? { ...value } : {}
