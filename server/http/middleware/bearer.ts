/** The secret of `Authorization: Bearer …`; null without one. */
export const bearerOf = (request: Request): string | null =>
  /^bearer +(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
