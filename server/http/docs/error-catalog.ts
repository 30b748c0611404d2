// The catalog of codes as Markdown, below the guide on errors, and as entries of the search. Each code is a heading, so that
// /docs/errors#rate_limited leads to it.
import type { SearchEntry } from '../../pages/docs/search-index.ts'
import type { ErrorRow, ErrorSection, Saying } from './error-rows.ts'

const introduction = `## Every code

\`X-Error-Code\` of a refusal is one of these; results of agent tools have it as \`com.svc/error_code\` in \`_meta\`. A code never changes its
meaning. New ones may come, so treat one that you do not know by its status.`

export const catalogMarkdown = (sections: readonly ErrorSection[]): string =>
  [
    introduction,
    ...sections.map(({ title, rows }) =>
      [`## Codes: ${title}`, ...rows.map(markdownOf)].join('\n\n'),
    ),
  ].join('\n\n')

const shownSayings = 3
const shownEndpoints = 4

function markdownOf({ code, cause, remedy, sayings, endpoints }: ErrorRow): string {
  const said = sayings.slice(0, shownSayings).map(lineOf)
  const others = sayings.length - said.length
  const more = others > 0 ? [`- and ${others} other sentences`] : []
  const returned =
    endpoints.length === 0 || endpoints.length > shownEndpoints
      ? []
      : [
          `Returned by ${endpoints
            .map(({ id, method, path }) => `[${method} ${path}](/docs/reference#${id})`)
            .join(', ')}.`,
        ]
  return [
    `### \`${code}\``,
    [...said, ...more].join('\n'),
    `${cause} **What to do:** ${remedy}`,
    ...returned,
  ].join('\n\n')
}

const lineOf = ({ status, sentence }: Saying): string => {
  const shown = status === 'tool' ? 'Result of an agent tool' : `**${status}**`
  return sentence === null ? `- ${shown}` : `- ${shown} ${inCode(sentence)}`
}

/** A sentence may have backticks of its own. */
const inCode = (sentence: string): string =>
  sentence.includes('`') ? `\`\` ${sentence} \`\`` : `\`${sentence}\``

/** The guides explain more. */
const catalogWeight = 0.8

export const catalogEntries = (
  sections: readonly ErrorSection[],
  page: string,
): readonly SearchEntry[] =>
  sections.flatMap(({ rows }) =>
    rows.map(({ code, cause, remedy, sayings }) => ({
      title: code,
      page,
      path: `/docs/errors#${code}`,
      text: [cause, remedy, ...sayings.map(({ status, sentence }) => `${status} ${sentence ?? ''}`)]
        .join('\n')
        .replaceAll('`', ''),
      weight: catalogWeight,
    })),
  )
