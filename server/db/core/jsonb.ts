// Writing JSON into jsonb columns: PostgreSQL takes neither NUL nor halves of characters, and vendors' texts may hold both.

export function jsonb(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  )
}
