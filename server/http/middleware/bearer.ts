/** Returns the secret of `Authorization: Bearer …`, or null without one. */
export const bearerOf = (request: Request): string | null =>
  /^bearer +(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
