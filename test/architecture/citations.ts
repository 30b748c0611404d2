// Finds citations of documents in source text and documents, and checks that the cited document or section exists.
import { posix } from 'node:path'

export type Text = { readonly path: string; readonly text: string }

/** Sections and headings of the documents that others cite, by path. */
export type Documents = ReadonlyMap<
  string,
  { readonly numbers: Set<string>; readonly headings: Set<string> }
>

/** Documents that were cited earlier and are not part of the repository. */
const gone = /\b(?:service\.md|facts\/[a-z-]+\.md|ports-before\.md|design\.md)\b/g
/** Between the words of a citation there may be a line break with the comment's next leader. */
const gap = String.raw`(?:[ \t]*\n[ \t]*(?:\/\/|\*|#)?[ \t]*|[ \t]+)`
const number = String.raw`\d+(?:\.\d+)?`
const list = `${number}(?:(?:,|${gap}and|${gap}to|${gap}or)${gap}${number}(?![\\w.]*[a-zA-Z%]))*`
const cited = new RegExp(
  `\\b(contract(?:\\.md|(?=${gap}\\d+\\.\\d))|decisions?(?:\\.md)?)${gap}(${list})`,
  'g',
)
const quoted = new RegExp(String.raw`((?:[\w./-]+/)?README(?:\.md)?),?${gap}"([^"\n]+)"`, 'g')
const linked = /\]\(([^)\s]+)\)/g
const path = /(?<![\w/.-])docs\/[a-z-]+\.md\b/g

/** Returns the numbered headings and numbered items, and the words of every heading. */
export function sectionsOf(text: string): { numbers: Set<string>; headings: Set<string> } {
  // Text in parentheses after a heading is not cited.
  const headings = [...text.matchAll(/^#+ (.+?)(?: \(.*\))?$/gm)].map(([, words = '']) => words)
  const numbered = [...text.matchAll(/^(?:#+ )?(\d+(?:\.\d+)?)\.? /gm)].map(
    ([, found = '']) => found,
  )
  return { numbers: new Set(numbered), headings: new Set(headings) }
}

/** Returns every citation of a document or section that does not exist: path, line and the citation. */
export function brokenCitations({ path: file, text }: Text, documents: Documents): string[] {
  const at = (index: number) => `${file}:${text.slice(0, index).split('\n').length}`
  const broken = (match: RegExpMatchArray) => `${at(match.index ?? 0)}: ${match[0]}`
  const contract = documents.get('docs/contract.md')
  const decisions = documents.get('docs/decisions.md')
  return [
    ...[...text.matchAll(gone)].map(broken),
    ...[...text.matchAll(cited)]
      .filter(([, name, numbers = '']) => {
        const { numbers: known } = (name?.startsWith('contract') ? contract : decisions) ?? {
          numbers: new Set(),
        }
        return [...numbers.matchAll(/\d+(?:\.\d+)?/g)].some(([one]) => !known.has(one))
      })
      .map(broken),
    ...[...text.matchAll(quoted)]
      .filter(([, name = '', words = '']) => !readmeHas(documents, file, name, words))
      .map(broken),
    ...[...text.matchAll(path)].filter(([name]) => !documents.has(name)).map(broken),
    ...(file.endsWith('.md')
      ? [...text.matchAll(linked)].filter(([, to = '']) => !leads(documents, file, to)).map(broken)
      : []),
  ]
}

/** A bare README refers to that of the file's folder or of a folder above it. */
function readmeHas(documents: Documents, file: string, name: string, words: string): boolean {
  const bare = name.endsWith('.md') ? name : `${name}.md`
  const folders = file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))
  const places = bare.includes('/') ? [bare] : folders.map((folder) => posix.join(folder, bare))
  return places.some((place) => documents.get(place)?.headings.has(words))
}

/** Checks links to Markdown files; addresses and other files are not judged. */
function leads(documents: Documents, file: string, to: string): boolean {
  const [name = ''] = to.split('#')
  if (/^[a-z]+:/.test(to) || !name.endsWith('.md')) return true
  return documents.has(posix.join(posix.dirname(file), name))
}
