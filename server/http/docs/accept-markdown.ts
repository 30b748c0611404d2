// Which of the two formats of a document a client requests.

/** Whether `Accept` prefers Markdown: it names Markdown, and does not name HTML earlier or with a higher weight. */
export function prefersMarkdown(accept: string | null): boolean {
  if (accept === null) return false
  const markdown = weightOf(accept, 'text/markdown')
  if (markdown === null || markdown.weight === 0) return false
  const html = weightOf(accept, 'text/html')
  if (html === null || html.weight !== markdown.weight) return markdown.weight > (html?.weight ?? 0)
  return markdown.place < html.place
}

function weightOf(accept: string, type: string) {
  const parts = accept
    .split(',')
    .map((part) => part.split(';').map((one) => one.trim().toLowerCase()))
  const place = parts.findIndex(([name]) => name === type)
  const match = parts[place]
  if (match === undefined) return null
  const weight = match.find((one) => one.startsWith('q='))
  return { place, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
}
