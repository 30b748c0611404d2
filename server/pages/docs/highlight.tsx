// Server-side syntax highlighting: comments, strings, numbers, keywords and field names. A line scanner covers the few
// languages of the samples. A highlighting library would add a grammar engine and a megabyte of grammars for the same
// four colors.
import type { Child } from '../../html/markup.ts'

type Kind = 'comment' | 'string' | 'name' | 'number' | 'keyword'

const doubleQuoted = /"(?:\\.|[^"\\])*"/
const singleQuoted = /'(?:\\.|[^'\\])*'/
/** Single-quoted shell text, in which a backslash is a literal character. */
const shellQuoted = /'[^']*'/
const template = /`(?:\\.|[^`\\])*`/
const number = /\b\d+(?:\.\d+)?\b/

const words = (list: string): RegExp => new RegExp(`\\b(?:${list.replaceAll(' ', '|')})\\b`)

type Rules = readonly (readonly [kind: Kind, pattern: RegExp])[]

const shell: Rules = [
  ['comment', /(?<=^|\s)#[^\n]*/],
  ['string', doubleQuoted],
  ['string', shellQuoted],
  ['name', /\$\w+/],
  [
    'keyword',
    /(?<=^|\n|\| |&& |\$\()(?:curl|export|while|do|done|for|if|then|fi|sleep|jq|npm|npx|pip|svc|echo|cat|openssl)\b/,
  ],
]

const typescript: Rules = [
  ['comment', /\/\/[^\n]*/],
  ['string', doubleQuoted],
  ['string', singleQuoted],
  ['string', template],
  [
    'keyword',
    words(
      'import from export const let await async function return if else for of in new throw try catch finally while true false null undefined instanceof',
    ),
  ],
  ['number', number],
]

/** Ordered: if two patterns match at the same position, the first one wins. */
const languages: Readonly<Record<string, Rules>> = {
  sh: shell,
  svc: shell,
  ts: typescript,
  json: [
    ['name', /"(?:\\.|[^"\\])*"(?=\s*:)/],
    ['string', doubleQuoted],
    ['keyword', words('true false null')],
    ['number', number],
  ],
  python: [
    ['comment', /(?<=^|\s)#[^\n]*/],
    ['string', /"""[\s\S]*?"""/],
    ['string', doubleQuoted],
    ['string', singleQuoted],
    [
      'keyword',
      words(
        'import from as def return if elif else for in while with try except finally raise True False None not and or is pass print',
      ),
    ],
    ['number', number],
  ],
}

const scanners = new Map(
  Object.entries(languages).map(([language, rules]) => [
    language,
    {
      rules,
      pattern: new RegExp(rules.map(([, { source }]) => `(${source})`).join('|'), 'g'),
    },
  ]),
)

/** Highlights code. Code in another language is not colored. */
export function highlight(code: string, language: string): Child {
  const scanner = scanners.get(language)
  if (scanner === undefined) return code
  const pieces: Child[] = []
  let end = 0
  for (const match of code.matchAll(scanner.pattern)) {
    const [text, ...groups] = match
    const [kind] = scanner.rules[groups.findIndex((group) => group !== undefined)] ?? []
    pieces.push(code.slice(end, match.index), <span class={`t-${kind}`}>{text}</span>)
    end = match.index + text.length
  }
  return [...pieces, code.slice(end)]
}
