// Pictures of the part, for browsers that cannot draw it in 3D: drawn by the geometry core, from its fixed views.
import type { PictureView } from '../../../../geometry/messages.ts'
import type { FaultPlace } from '../../../domain/measurement/inspection.ts'
import { defaultLanguage } from '../../../pages/languages/languages.ts'
import { words } from '../../base/page-words.ts'

export type PictureChoice = { readonly view: PictureView; readonly faults: boolean }

/** Returns a PNG, or null if there is none. */
export type TakePicture = (choice: PictureChoice) => Promise<Blob | null>

export class PartPicture {
  readonly #host: HTMLElement
  readonly #reason: string
  #take: TakePicture | null = null
  #name = ''
  #address: string | null = null
  /** Number of the last request. Results of earlier ones are dropped. */
  #request = 0
  #choice: PictureChoice = { view: 'iso', faults: true }

  /** `reason`: why the browser cannot draw. */
  constructor(host: HTMLElement, reason: string) {
    this.#host = host
    this.#reason = reason
  }

  /** If `take` is null, the part cannot be shown. */
  show(name: string, take: TakePicture | null): void {
    this.#name = name
    this.#take = take
    void this.#draw()
  }

  clear(): void {
    this.#take = null
    this.#request++
    this.#host.replaceChildren()
  }

  turn(view: PictureView): void {
    this.#choice = { ...this.#choice, view }
    void this.#draw()
  }

  setFaults(faults: boolean): void {
    this.#choice = { ...this.#choice, faults }
    void this.#draw()
  }

  /** Switches to the view that shows the location best. */
  focus({ normal }: Pick<FaultPlace, 'normal'>): void {
    this.turn(sideOf(normal))
  }

  async #draw(): Promise<void> {
    const request = ++this.#request
    const picture = (await this.#take?.(this.#choice)) ?? null
    if (request !== this.#request) return
    if (this.#address !== null) URL.revokeObjectURL(this.#address)
    this.#address = picture === null ? null : URL.createObjectURL(picture)
    this.#host.replaceChildren(
      ...(this.#address === null ? [] : [this.#image(this.#address)]),
      this.#note(),
    )
  }

  #image(address: string): HTMLImageElement {
    const image = document.createElement('img')
    image.className = 'picture'
    image.src = address
    const picture = words.text(`view.side.${this.#choice.view}`, { part: this.#name })
    image.alt = this.#choice.faults ? words.text('view.withFaults', { picture }) : picture
    return image
  }

  #note(): HTMLParagraphElement {
    const note = document.createElement('p')
    note.className = 'hint no-view'
    // The reason is the browser's, in English.
    note.textContent =
      words.language === defaultLanguage
        ? words.text('view.failedBecause', { reason: this.#reason })
        : words.text('view.failed')
    return note
  }
}

/** Returns the view. Printer axes: x to the right, y away from the front, z up. */
export function sideOf([x, y, z]: FaultPlace['normal']): PictureView {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)]
  if (az >= ax && az >= ay) return z > 0 ? 'top' : 'bottom'
  if (ax > ay) return x > 0 ? 'right' : 'left'
  return y > 0 ? 'back' : 'front'
}
