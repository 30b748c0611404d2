/** Fetches a file of the page's bundle. Rejects if the response is an error. */
export async function fetchOk(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}
