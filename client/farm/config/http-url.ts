// Addresses of servers, to which paths are appended.

export const isHttpUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text)

/** Paths are appended to it. */
export function withoutFinalSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}
