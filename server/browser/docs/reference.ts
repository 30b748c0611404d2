// Script of the reference: a form below each endpoint that sends a real request from the page. server/browser/README.md
// explains why the page does not use Scalar.
import { type ApiDocument, type OperationForm, operationOf } from './try-document.ts'
import { tryForm } from './try-form.ts'

const note = document.querySelector<HTMLElement>('.try-note')
if (note !== null) note.hidden = false

for (const place of document.querySelectorAll<HTMLElement>('[data-try]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = 'Try it'
  button.addEventListener('click', () => void open(place, button))
  place.replaceChildren(button)
}

let loading: Promise<ApiDocument> | null = null

async function open(place: HTMLElement, button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  const found = await readPlace(place.dataset['try'] ?? '').catch(() => null)
  if (found === null) {
    loading = null
    button.disabled = false
    button.textContent = 'The document could not be loaded. Try again'
    return
  }
  const form = tryForm(found)
  place.replaceChildren(form)
  form.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
}

async function readPlace(id: string): Promise<OperationForm | null> {
  loading ??= readDocument()
  return operationOf(await loading, id)
}

async function readDocument(): Promise<ApiDocument> {
  const response = await fetch('/openapi.json')
  if (!response.ok) throw new Error(`/openapi.json responded with ${response.status}.`)
  return response.json()
}
