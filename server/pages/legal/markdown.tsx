// Texts of the operator in a small part of Markdown: headings, paragraphs, lists, bold, code and links. Everything else is text, HTML
// included.
import { Html } from '@elysiajs/html'
import { attribute } from '../base/attribute.ts'

export function Markdown({ text }: { readonly text: string }) {
  return (
    <>
      {blocksOf(text).map((block) => (
        <Block {...block} />
      ))}
    </>
  )
}

type LineKind = 'h1' | 'h2' | 'h3' | 'p'
type TextBlock = { readonly kind: LineKind | 'item'; readonly text: string }
type BlockProps =
  | { readonly kind: LineKind; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }

/** Blank lines separate blocks; a heading or an item begins one by itself. */
function blocksOf(text: string): readonly BlockProps[] {
  const blocks: BlockProps[] = []
  for (const { kind, text: line } of textBlocks(text)) {
    const last = blocks.at(-1)
    if (kind !== 'item') blocks.push({ kind, text: line })
    else if (last?.kind === 'list')
      blocks[blocks.length - 1] = { ...last, items: [...last.items, line] }
    else blocks.push({ kind: 'list', items: [line] })
  }
  return blocks
}

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

function Block(block: BlockProps) {
  if (block.kind === 'list') {
    return (
      <ul>
        {block.items.map((item) => (
          <li>
            <Inline text={item} />
          </li>
        ))}
      </ul>
    )
  }
  return <TextElement kind={block.kind} text={block.text} />
}

function TextElement({ kind, text }: { readonly kind: LineKind; readonly text: string }) {
  const content = <Inline text={text} />
  switch (kind) {
    case 'h1':
      return <h1>{content}</h1>
    case 'h2':
      return <h2>{content}</h2>
    case 'h3':
      return <h3>{content}</h3>
    case 'p':
      return <p>{content}</p>
  }
}

const marked = /(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^()\s]+\))/
const link = /^\[([^\]]+)\]\(([^()\s]+)\)$/

/** Of a link to anything else than a page, an address of ours or a mail address, only the words are shown. */
const allowedTarget = /^(https:\/\/|mailto:|\/(?!\/)|#)/

function Inline({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(marked).map((piece) => (
        <Piece piece={piece} />
      ))}
    </>
  )
}

function Piece({ piece }: { readonly piece: string }) {
  const [, words, target] = link.exec(piece) ?? []
  if (words !== undefined && target !== undefined && allowedTarget.test(target)) {
    return (
      <a href={attribute(target)} safe>
        {words}
      </a>
    )
  }
  if (words !== undefined) return <span safe>{words}</span>
  if (/^\*\*.+\*\*$/.test(piece)) return <strong safe>{piece.slice(2, -2)}</strong>
  if (/^`.+`$/.test(piece)) return <code safe>{piece.slice(1, -1)}</code>
  return piece === '' ? '' : <span safe>{piece}</span>
}
