// Lines of an order with several lines, as a table. An order with one line lists its options instead.
import { noColor } from '../../domain/catalog/options.ts'
import { colorText, specText } from '../base/line-text.ts'
import { supportsText } from '../base/supports-line.ts'
import type { Words } from '../languages/words.ts'
import { OrderedRows } from './order-parts.tsx'
import { PartPicture } from './part-picture.tsx'
import type { SheetLine } from './sheet-lines.ts'

type OrderedProps = {
  readonly words: Words
  readonly lines: readonly SheetLine[]
  /** Order code. Omitted if the lines show no pictures. */
  readonly code?: string
}

export function Ordered({ words, lines, code }: OrderedProps) {
  const [only] = lines
  if (lines.length === 1 && only !== undefined) return <OrderedFacts words={words} line={only} />
  return (
    <table class="price">
      <tbody>
        {lines.map((line) => (
          <tr>
            <th scope="row" class="ordered-line">
              {code === undefined ? (
                ''
              ) : (
                <PartPicture words={words} code={code} line={line} sizePx={64} />
              )}
              <LineWords words={words} line={line} />
            </th>
            <td>{words.money(line.price.printCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type LineProps = { readonly words: Words; readonly line: SheetLine }

function OrderedFacts({ words, line }: LineProps) {
  const printed = printedText(words, line)
  return (
    <dl class="facts">
      {line.fileName === null ? (
        ''
      ) : (
        <>
          <dt>{words.text('ordered.file')}</dt>
          <dd>{line.fileName}</dd>
        </>
      )}
      <OrderedRows words={words} options={line.options} />
      <dt>{words.text('ordered.settings')}</dt>
      <dd>{specsText(words, line)}</dd>
      {printed === null ? (
        ''
      ) : (
        <>
          <dt>{words.text('ordered.supports')}</dt>
          <dd>{printed}</dd>
        </>
      )}
    </dl>
  )
}

function LineWords({ words, line }: LineProps) {
  const { quantity, material, color, quality } = line.options
  const qualityText = words.text(`ordered.quality.${quality}`)
  const printed = printedText(words, line)
  const shownColor =
    color === noColor ? words.text('ordered.defaultColor') : colorText(words, color)
  return (
    <span>
      <span>{`${words.count(quantity)} × ${material.toUpperCase()} ${shownColor}`}</span>
      <span class="hint">
        {line.fileName === null ? qualityText : `${line.fileName}, ${qualityText}`}
      </span>
      <span class="hint">{specsText(words, line)}</span>
      {printed === null ? '' : <span class="hint">{printed}</span>}
    </span>
  )
}

const specsText = (words: Words, { specs }: SheetLine): string =>
  specs.map((spec) => specText(words, spec)).join(', ')

const printedText = (words: Words, { supports, options }: SheetLine): string | null =>
  supports === null ? null : supportsText(words, supports, options.material)
