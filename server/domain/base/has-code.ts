/** Whether this is an error of the operating system or of a library with one of these codes, such as ENOENT. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
