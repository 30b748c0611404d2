// A sentence as a response, for addresses that are neither pages nor JSON.

/** No cache keeps it. */
export const plainText = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(`${text}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  })
