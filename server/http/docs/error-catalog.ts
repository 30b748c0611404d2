// Catalog of error codes as Markdown, below the guide on errors, and as search entries. Each code is a heading, so that
// /docs/errors#rate_limited links to it.
import type { SearchEntry } from '../../pages/docs/search-index.ts'
import type { EndpointPath } from '../../pages/reference/reference-pages.tsx'
import type { ErrorRow, ErrorSection } from './error-rows.ts'
import type { ErrorText } from './error-texts.ts'

const introduction = `## Every code

\`X-Error-Code\` of a refusal is one of these; results of agent tools have it as \`com.svc/error_code\` in \`_meta\`. A code never changes its
meaning. New ones may come, so treat one that you do not know by its status.`

export const catalogMarkdown = (
  sections: readonly ErrorSection[],
  endpointPath: EndpointPath,
): string =>
  [
    introduction,
    ...sections.map(({ title, rows }) =>
      [`## Codes: ${title}`, ...rows.map((row) => markdownOf(row, endpointPath))].join('\n\n'),
    ),
  ].join('\n\n')

const shownTexts = 3
const shownEndpoints = 4

function markdownOf(
  { code, cause, remedy, texts, endpoints }: ErrorRow,
  endpointPath: EndpointPath,
): string {
  const shown = texts.slice(0, shownTexts).map(lineOf)
  const others = texts.length - shown.length
  const more =
    others > 0 ? [`- and ${others} other ${others === 1 ? 'sentence' : 'sentences'}`] : []
  const returned =
    endpoints.length === 0 || endpoints.length > shownEndpoints
      ? []
      : [
          `Returned by ${endpoints
            .map(({ id, method, path }) => `[${method} ${path}](${endpointPath(id)})`)
            .join(', ')}.`,
        ]
  return [
    `### \`${code}\``,
    [...shown, ...more].join('\n'),
    `${cause} **What to do:** ${remedy}`,
    ...returned,
  ].join('\n\n')
}

const lineOf = ({ status, sentence }: ErrorText): string => {
  const shown = status === 'tool' ? 'Result of an agent tool' : `**${status}**`
  return sentence === null ? `- ${shown}` : `- ${shown} ${inCode(sentence)}`
}

/** Formats a sentence as code. The sentence may contain backticks. */
const inCode = (sentence: string): string =>
  sentence.includes('`') ? `\`\` ${sentence} \`\`` : `\`${sentence}\``

/** Ranks below the guides, which explain more. */
const catalogWeight = 0.8

export const catalogEntries = (
  sections: readonly ErrorSection[],
  page: string,
): readonly SearchEntry[] =>
  sections.flatMap(({ rows }) =>
    rows.map(({ code, cause, remedy, texts }) => ({
      title: code,
      page,
      path: `/docs/errors#${code}`,
      text: [cause, remedy, ...texts.map(({ status, sentence }) => `${status} ${sentence ?? ''}`)]
        .join('\n')
        .replaceAll('`', ''),
      weight: catalogWeight,
    })),
  )
