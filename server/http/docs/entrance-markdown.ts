// Start page and search results of the documentation as Markdown.
import { entranceText, waysIn } from '../../pages/docs/entrance.tsx'
import { type Guide, guideSections } from '../../pages/docs/guides.ts'
import { type SearchView, searchSummary } from '../../pages/docs/search-page.tsx'

/** Returns the path of a page's Markdown: /docs/errors#x becomes /docs/errors.md#x. Only the documentation has Markdown. */
const twinOf = (path: string): string =>
  path.startsWith('/docs/') ? path.replace(/(#.*)?$/, '.md$1') : path

export function entranceMarkdown(guides: readonly Guide[], baseUrl: string): string {
  return `# Documentation

${entranceText}

${waysIn.map(({ title, path, text }) => `- [${title}](${baseUrl}${twinOf(path)}): ${text}`).join('\n')}

${guideSections.map(({ title, names }) => `## ${title}\n\n${guideLines(guides, names, baseUrl)}`).join('\n\n')}

## Reference

- [API reference](${baseUrl}/docs/reference.md): credentials, prices and a list of every endpoint; its pages have fields and refusals
- [All of it](${baseUrl}/llms-full.txt): every guide and the reference as one text
- [OpenAPI document](${baseUrl}/openapi.json): every endpoint, field and refusal, for programs
- [Changelog](${baseUrl}/docs/changelog.md): what callers can notice, by day
- Search: ${baseUrl}/docs/search?q=words, as Markdown with \`Accept: text/markdown\`
`
}

/** Returns a list of guides as Markdown. */
export function guideLines(
  guides: readonly Guide[],
  names: readonly string[],
  baseUrl: string,
): string {
  return guides
    .filter(({ name }) => names.includes(name))
    .map(({ name, title, summary }) => `- [${title}](${baseUrl}/docs/${name}.md): ${summary}`)
    .join('\n')
}

export function foundMarkdown({ query, results }: SearchView, baseUrl: string): string {
  const lines = results.map(
    ({ title, page, path, excerpt }) =>
      `- [${title}](${baseUrl}${twinOf(path)}) (${page}): ${excerpt}`,
  )
  return `# Search\n\n${searchSummary({ query, results })}\n\n${lines.join('\n')}\n`
}
