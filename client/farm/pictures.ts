// Pictures of printers, from their servers or from cameras of the network.
import { noRedirect } from './http.ts'

/** Largest picture that the farm accepts. */
const maxBytes = 512 * 1024
const pictureTimeoutMs = 15_000

/** A picture, or why there is none. */
export type Picture = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly reason: string }

/** `send` is `fetch` or a function that also signs in. Throws if the camera cannot be reached. */
export async function fetchPicture(
  url: string,
  init: RequestInit = {},
  send: (url: string, init?: RequestInit) => Promise<Response> = fetch,
): Promise<Picture> {
  const response = await send(url, {
    redirect: noRedirect,
    signal: AbortSignal.timeout(pictureTimeoutMs),
    ...init,
  })
  if (response.status === 204 || response.status === 404 || response.body === null) {
    await response.body?.cancel()
    return { reason: `The camera has no picture (${response.status}).` }
  }
  if (!response.ok) {
    await response.body.cancel()
    throw new Error(`The camera responded with ${response.status}.`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the rest, so that a video stream ends here.
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > maxBytes) {
      return { reason: `The camera's picture is larger than ${maxBytes / 1024} KiB.` }
    }
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(Buffer.concat(chunks))
  return isPicture(bytes) ? { bytes } : { reason: 'The camera sends no JPEG, PNG or WebP.' }
}

/** Whether the file starts like a JPEG, PNG or WebP. The farm decodes it. */
function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n') || isWebp
}

/**
 * Returns the camera's address from the one that a printer's server states: resolved against the server, and with the server's name
 * instead of a loopback name, which is relative to the server.
 */
export function cameraUrlOf(stated: string, server: string): string | null {
  if (stated === '' || !URL.canParse(stated, server)) return null
  const url = new URL(stated, server)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) {
    url.hostname = new URL(server).hostname
  }
  return url.href
}
