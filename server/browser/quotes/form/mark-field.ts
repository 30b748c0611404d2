// Shows an error next to a field. The page has an element `<id>-error` for each field that can be invalid.

/** An empty `error` clears it. */
export function markField(input: HTMLInputElement, error: string): void {
  const note = document.getElementById(`${input.id}-error`)
  if (note !== null && note.textContent !== error) note.textContent = error
  if (error === '') {
    input.removeAttribute('aria-invalid')
  } else {
    input.setAttribute('aria-invalid', 'true')
    // Opens the section that contains an invalid field.
    const box = input.closest('details')
    if (box !== null) box.open = true
  }
}
