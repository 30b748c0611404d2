// Photos for a generation: dropped or pasted into the form, and previewed before they are sent.
import { imageTypes, viewNames } from '../../domain/generation/engine/engine.ts'
import { multiviewImages } from '../../domain/generation/request/request.ts'

/** `onInput`: called when a photo changes the input of the generation. */
export function followPhotos(form: HTMLFormElement, onInput: () => void): void {
  for (const box of form.querySelectorAll<HTMLElement>('[data-photos]')) {
    const input = box.querySelector('input')
    const list = box.querySelector('ul')
    if (input === null || list === null) continue
    const showChosen = () => {
      show(list, [...(input.files ?? [])])
      sayLeftOut(form, 0)
    }
    input.addEventListener('change', showChosen)
    showChosen() // The user may have chosen photos before this script was loaded.
  }
  const take = (files: readonly File[]) => {
    const photos = files.filter(({ type }) => imageTypes.some((known) => known === type))
    if (photos.length === 0) return
    addPhotos(form, photos)
    onInput()
  }
  form.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  form.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    take([...event.dataTransfer.files])
  })
  document.addEventListener('paste', (event) => take([...(event.clipboardData?.files ?? [])]))
}

/** Adds photos and switches the input mode: text becomes image or image_text, and several photos become multiview. */
function addPhotos(form: HTMLFormElement, photos: readonly File[]): void {
  const mode = form.elements.namedItem('inputMode')
  const prompt = form.elements.namedItem('prompt')
  if (!(mode instanceof RadioNodeList)) return
  if (mode.value === 'multiview' || photos.length > 1) {
    mode.value = 'multiview'
    fillViews(form, photos)
    return
  }
  if (mode.value === 'text') {
    const hasWords = prompt instanceof HTMLTextAreaElement && prompt.value.trim() !== ''
    mode.value = hasWords ? 'image_text' : 'image'
  }
  const input = form.elements.namedItem('image')
  if (input instanceof HTMLInputElement) put(input, photos[0])
}

/** Fills the sides without a photo. The second of two photos is usually the back. */
function fillViews(form: HTMLFormElement, photos: readonly File[]): void {
  const order = photos.length === 2 ? (['front', 'back', 'left', 'right'] as const) : viewNames
  const left = [...photos]
  for (const view of order) {
    const input = form.elements.namedItem(view)
    if (!(input instanceof HTMLInputElement) || (input.files?.length ?? 0) > 0) continue
    const photo = left.shift()
    if (photo !== undefined) put(input, photo)
  }
  sayLeftOut(form, left.length)
}

function put(input: HTMLInputElement, photo: File | undefined): void {
  const transfer = new DataTransfer()
  if (photo !== undefined) transfer.items.add(photo)
  input.files = transfer.files
  input.dispatchEvent(new Event('change'))
}

function sayLeftOut(form: HTMLFormElement, photos: number): void {
  const status = form.querySelector('[data-views] [role="status"]')
  if (!status) return
  const leftOut = photos === 1 ? '1 photo was left out' : `${photos} photos were left out`
  status.textContent =
    photos === 0 ? '' : `${leftOut}: a model is made from ${multiviewImages.max} at most.`
}

function show(list: HTMLUListElement, photos: readonly File[]): void {
  for (const image of list.querySelectorAll('img')) URL.revokeObjectURL(image.src)
  list.replaceChildren(
    ...photos.map((photo) => {
      const item = document.createElement('li')
      const image = document.createElement('img')
      image.src = URL.createObjectURL(photo)
      image.alt = photo.name
      item.append(image)
      return item
    }),
  )
  list.hidden = photos.length === 0
}
