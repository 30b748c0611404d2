// Start page: a file that is dropped or chosen here opens on the quote page.
import { followDrops } from '../base/drop.ts'
import { byId } from '../base/elements.ts'
import { droppedHash, handOver } from '../base/hand-over.ts'

const form = byId('start', HTMLFormElement)
const input = byId('file', HTMLInputElement)
const drop = byId('drop', HTMLElement)
const title = byId('drop-title', HTMLElement)

document.documentElement.classList.add('scripted')
input.multiple = true
input.accept += ',.zip'
byId('samples', HTMLElement).hidden = false

followDrops({ target: drop, input }, (files) => void open(files))

byId('samples', HTMLElement).addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  const name = button?.dataset['sample']
  if (name !== undefined) location.assign(`/quote#sample-${name}`)
})

async function open(files: readonly File[]): Promise<void> {
  if (files.length === 0) return
  title.textContent = title.dataset['opening'] ?? ''
  try {
    await handOver(files)
    location.assign(`/quote${droppedHash}`)
  } catch {
    // The browser stores no files between pages, so the form uploads the first one, as it does without this script.
    const transfer = new DataTransfer()
    for (const file of files.slice(0, 1)) transfer.items.add(file)
    input.files = transfer.files
    form.submit()
  }
}
