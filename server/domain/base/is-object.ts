/** Whether the value has fields to read, which are unknown; lists have them too. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
