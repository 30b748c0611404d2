// Request of a test: the second argument of `fetch`.

type Headers = Readonly<Record<string, string>>

/** Returns a POST of the value as JSON. */
export const jsonPost = (body: unknown, headers: Headers = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Returns a POST of the unchanged body: a form, or a text that may not be JSON. */
export const rawPost = (body?: RequestInit['body'], headers: Headers = {}): RequestInit => ({
  method: 'POST',
  headers,
  ...(body !== undefined && { body }),
})
