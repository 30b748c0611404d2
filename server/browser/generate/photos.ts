// Photos of a generation: dropped or pasted into the form, and shown before they are sent.
import { imageTypes } from '../../domain/generation/engine/engine.ts'
import { multiviewImages } from '../../domain/generation/request/request.ts'

/** `onInput`: called when a photo has changed what is generated from. */
export function followPhotos(form: HTMLFormElement, onInput: () => void): void {
  for (const box of form.querySelectorAll<HTMLElement>('[data-photos]')) {
    const input = box.querySelector('input')
    const list = box.querySelector('ul')
    if (input === null || list === null) continue
    const showChosen = () => {
      show(list, [...(input.files ?? [])])
      sayLeftOut(input, 0)
    }
    input.addEventListener('change', showChosen)
    showChosen() // Those chosen before this script was loaded.
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

/** A photo that is added while only words are used changes what the model is made from. */
function addPhotos(form: HTMLFormElement, photos: readonly File[]): void {
  const mode = form.elements.namedItem('inputMode')
  const prompt = form.elements.namedItem('prompt')
  if (!(mode instanceof RadioNodeList)) return
  const isSeveral = mode.value === 'multiview' || photos.length > 1
  if (isSeveral) {
    mode.value = 'multiview'
  } else if (mode.value === 'text') {
    const hasWords = prompt instanceof HTMLTextAreaElement && prompt.value.trim() !== ''
    mode.value = hasWords ? 'image_text' : 'image'
  }
  const input = form.elements.namedItem(isSeveral ? 'images' : 'image')
  if (!(input instanceof HTMLInputElement)) return
  const kept = isSeveral ? [...(input.files ?? []), ...photos] : photos.slice(0, 1)
  const transfer = new DataTransfer()
  for (const photo of kept.slice(0, multiviewImages.max)) transfer.items.add(photo)
  input.files = transfer.files
  input.dispatchEvent(new Event('change'))
  sayLeftOut(input, kept.length - transfer.files.length)
}

function sayLeftOut(input: HTMLInputElement, photos: number): void {
  const status = input.closest('[data-photos]')?.querySelector('[role="status"]')
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
