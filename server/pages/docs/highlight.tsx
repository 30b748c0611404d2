// Syntax colors of code, added on the server: comments, strings, numbers, keywords and names of fields. A line scanner for the few
// languages of our samples rather than a highlighter: those bring a grammar engine and a megabyte of grammars for the same four colors.
import type { Child } from '../../html/markup.ts'

type Kind = 'comment' | 'string' | 'name' | 'number' | 'keyword'

const doubleQuoted = /"(?:\\.|[^"\\])*"/
const singleQuoted = /'(?:\\.|[^'\\])*'/
/** A shell's quotes, in which a backslash is a character of the text. */
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

/** In order: of two patterns that match at one place, the first one counts. */
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

/** Code with its words in colors; code in another language has none. */
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
