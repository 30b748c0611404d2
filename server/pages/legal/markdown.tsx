// Texts of the operator in a small part of Markdown: headings, paragraphs, lists, bold, code and links. Everything else is text, HTML
// included.
import { type BlockProps, blocksOf, type LineKind } from './markdown-blocks.ts'

export function Markdown({ text }: { readonly text: string }) {
  return (
    <>
      {blocksOf(text).map((block) => (
        <Block {...block} />
      ))}
    </>
  )
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
  return <TextElement {...block} />
}

type TextElementProps = {
  readonly kind: LineKind
  readonly text: string
  readonly id: string
}

function TextElement({ kind, text, id }: TextElementProps) {
  const content = <Inline text={text} />
  switch (kind) {
    case 'h1':
      return <h1>{content}</h1>
    case 'h2':
      return <h2 id={id}>{content}</h2>
    case 'h3':
      return <h3 id={id}>{content}</h3>
    case 'p':
      return <p>{content}</p>
  }
}

const marked = /(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^()\s]+\))/
const link = /^\[([^\]]+)\]\(([^()\s]+)\)$/

/** A link to anything but a page, an address of ours or a mail address shows only its words. */
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
    return <a href={target}>{words}</a>
  }
  if (words !== undefined) return <span>{words}</span>
  if (/^\*\*.+\*\*$/.test(piece)) return <strong>{piece.slice(2, -2)}</strong>
  if (/^`.+`$/.test(piece)) return <code>{piece.slice(1, -1)}</code>
  return piece === '' ? '' : <span>{piece}</span>
}
