// /llms-full.txt: every guide and the reference as one Markdown text, for a language model that reads the whole
// documentation.
import { branding } from '../../domain/branding/branding.ts'
import { entranceText } from '../../pages/docs/entrance.tsx'

/**
 * Joins the text. `texts` has the pages' Markdown, in order. Links between the pages become absolute, because this text
 * has a different path.
 */
export function wholeText(texts: readonly string[], baseUrl: string): string {
  const head = `# Documentation of ${branding().name ?? 'the print farm'}\n\n> ${entranceText}\n\nOne text of every page at ${baseUrl}/docs but the changelog; ${baseUrl}/llms.txt is the summary.`
  const pages = texts.map((text) =>
    text
      .trim()
      .replaceAll(/\]\(([\w-]+\.md)/g, `](${baseUrl}/docs/$1`)
      .replaceAll('](/', `](${baseUrl}/`),
  )
  return `${[head, ...pages].join('\n\n---\n\n')}\n`
}
