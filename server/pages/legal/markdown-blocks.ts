// The structure of a text in the part of Markdown that markdown.tsx shows.

export type LineKind = 'h1' | 'h2' | 'h3' | 'p'
type TextBlock = { readonly kind: LineKind | 'item'; readonly text: string }
export type BlockProps =
  | {
      readonly kind: LineKind
      readonly text: string
      /** Anchor of a heading under the title, unique within the text. */
      readonly id: string
    }
  | { readonly kind: 'list'; readonly items: readonly string[] }

/** Blank lines separate blocks; a heading or an item begins one by itself. */
export function blocksOf(text: string): readonly BlockProps[] {
  const blocks: BlockProps[] = []
  const taken = new Set<string>()
  for (const { kind, text: line } of textBlocks(text)) {
    const last = blocks.at(-1)
    if (kind === 'h2' || kind === 'h3') blocks.push({ kind, text: line, id: anchorOf(line, taken) })
    else if (kind !== 'item') blocks.push({ kind, text: line, id: '' })
    else if (last?.kind === 'list')
      blocks[blocks.length - 1] = { ...last, items: [...last.items, line] }
    else blocks.push({ kind: 'list', items: [line] })
  }
  return blocks
}

/** The words of a heading, under a prefix that no other id of a page has; with a number when an earlier heading has the same. */
function anchorOf(heading: string, taken: Set<string>): string {
  const words = wordsOf(heading)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  const name = ['section', ...(words ?? [])].join('-')
  const number = [...Array(taken.size + 1).keys()].find((n) => !taken.has(numbered(name, n))) ?? 0
  taken.add(numbered(name, number))
  return numbered(name, number)
}

const numbered = (name: string, number: number): string =>
  number === 0 ? name : `${name}-${number + 1}`

/** A text without its marks: of links, the words. */
export const wordsOf = (text: string): string =>
  text.replaceAll(/\[([^\]]+)\]\([^()\s]+\)/g, '$1').replaceAll(/\*\*|`/g, '')

function textBlocks(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = []
  let open = false
  for (const line of text.split(/\r?\n/)) {
    const begun = beginningOf(line)
    const last = blocks.at(-1)
    if (line.trim() === '') open = false
    else if (begun !== null) {
      blocks.push(begun)
      open = begun.kind === 'item'
    } else if (open && last !== undefined) {
      blocks[blocks.length - 1] = { ...last, text: `${last.text} ${line.trim()}` }
    } else {
      blocks.push({ kind: 'p', text: line.trim() })
      open = true
    }
  }
  return blocks
}

function beginningOf(line: string): TextBlock | null {
  const item = /^\s*[-*]\s+(.+)$/.exec(line)?.[1]
  if (item !== undefined) return { kind: 'item', text: item }
  const [, marks, title] = /^(#{1,3})\s+(.+)$/.exec(line) ?? []
  if (title === undefined) return null
  return { kind: marks === '#' ? 'h1' : marks === '##' ? 'h2' : 'h3', text: title }
}
