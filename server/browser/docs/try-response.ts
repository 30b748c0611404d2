// Response of a tried request: status, time, headers, and the body as text or as a file to save.

export async function showResponse(
  output: HTMLElement,
  response: Response,
  elapsedMs: number,
): Promise<void> {
  const { status, headers } = response
  const title = document.createElement('p')
  const badge = document.createElement('span')
  badge.className = 'status'
  badge.textContent = String(status)
  title.append(badge, ` ${headers.get('content-type') ?? 'no body'}, ${Math.round(elapsedMs)} ms`)
  output.replaceChildren(title, headerList(headers), await bodyOf(response))
}

export function showFailure(output: HTMLElement, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  output.replaceChildren(
    `The request failed without a response (${reason}). It may or may not have arrived.`,
  )
}

function headerList(headers: Headers): HTMLElement {
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  summary.textContent = 'Headers'
  details.append(
    summary,
    codeBlock([...headers].map(([name, value]) => `${name}: ${value}`).join('\n')),
  )
  return details
}

const textTypes = /^(?:text\/|application\/(?:json|xml|javascript))/

async function bodyOf(response: Response): Promise<HTMLElement> {
  const type = response.headers.get('content-type') ?? ''
  if (!textTypes.test(type)) return fileLink(await response.blob())
  const text = await response.text()
  return codeBlock(type.startsWith('application/json') ? indent(text) : text)
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function fileLink(blob: Blob): HTMLElement {
  const paragraph = document.createElement('p')
  if (blob.size === 0) {
    paragraph.textContent = 'The response has no body.'
    return paragraph
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = 'response'
  link.textContent = `Save the body (${blob.size} bytes)`
  paragraph.append(link)
  return paragraph
}

function codeBlock(text: string): HTMLElement {
  const block = document.createElement('pre')
  block.tabIndex = 0
  block.textContent = text
  return block
}
