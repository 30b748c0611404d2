// Thumbnails of the listed parts in their colors, from the geometry core. Drawn one at a time, so that a part that is
// opened or changed does not wait for all of them.
import { isStockColor, stockColors } from '../../../domain/catalog/colors.ts'
import { inspectSettings } from '../../../domain/measurement/inspect-settings.ts'
import { sliceSettings } from '../../../domain/measurement/slice-settings.ts'
import type { Core } from '../../core/core-client.ts'
import { viewHexOf } from '../form/fields.ts'
import { type PartState, printedFile } from '../parts/part-state.ts'

/** Shown at 48 px on screens with up to two device pixels per pixel. */
const sizePx = 112

type Picture = { readonly look: string; readonly address: string | null }

export class Thumbnails {
  readonly #core: Core
  readonly #pictures = new Map<number, Picture>()
  #parts: readonly PartState[] = []
  #placeOf: (id: number) => Element | null = () => null
  #isDrawing = false
  #isClosed = false

  constructor(core: Core) {
    this.#core = core
  }

  draw(parts: readonly PartState[], placeOf: (id: number) => Element | null): void {
    this.#parts = parts
    this.#placeOf = placeOf
    if (!this.#isDrawing) void this.#drawNext()
  }

  drop(id: number): void {
    const address = this.#pictures.get(id)?.address
    if (address) URL.revokeObjectURL(address)
    this.#pictures.delete(id)
  }

  close(): void {
    this.#isClosed = true
    for (const id of [...this.#pictures.keys()]) this.drop(id)
  }

  async #drawNext(): Promise<void> {
    this.#isDrawing = true
    for (let part = this.#next(); part !== undefined; part = this.#next()) {
      const look = lookOf(part)
      const picture = await this.#take(part)
      if (this.#isClosed) return
      this.drop(part.id)
      // A part without a picture is not drawn again until it changes.
      const address = picture === null ? null : URL.createObjectURL(picture)
      this.#pictures.set(part.id, { look, address })
      const image = document.createElement('img')
      image.alt = ''
      if (address !== null) image.src = address
      this.#placeOf(part.id)?.replaceChildren(...(address === null ? [] : [image]))
    }
    this.#isDrawing = false
  }

  /** Returns the next part. Prices come first: nothing is drawn while a part is measured. */
  #next(): PartState | undefined {
    if (this.#parts.some(({ isReading }) => isReading)) return undefined
    return this.#parts.find(
      (part) =>
        part.finding.state === 'known' &&
        part.finding.measurement.kind === 'mesh' &&
        this.#pictures.get(part.id)?.look !== lookOf(part),
    )
  }

  async #take(part: PartState): Promise<Blob | null> {
    const { finding, options, fields } = part
    if (finding.state !== 'known') return null
    const outcome = await this.#core.run({
      kind: 'picture',
      ...printedFile(part, finding),
      settings: inspectSettings(sliceSettings(options)),
      picture: {
        sizePx,
        view: 'iso',
        faults: false,
        dark: matchMedia('(prefers-color-scheme: dark)').matches,
        color: colorOf(fields),
      },
    })
    return outcome.kind === 'pictured' ? outcome.picture : null
  }
}

/** Identifies the content of a picture: the shape of the last reading in the part's color. */
const lookOf = ({ reading, fields }: PartState): string => `${reading} ${colorOf(fields)}`

function colorOf(fields: ReadonlyMap<string, string>): string {
  const color = fields.get('color') ?? ''
  return viewHexOf(fields, isStockColor(color) ? stockColors[color] : null)
}
