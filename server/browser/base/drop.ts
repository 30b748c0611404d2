// Files dropped anywhere on the page, chosen, or pasted.

export function followDrops(
  { target, input }: { readonly target: HTMLElement; readonly input: HTMLInputElement },
  onFiles: (files: readonly File[]) => void,
): void {
  let depth = 0
  const setOver = (isOver: boolean) => target.classList.toggle('over', isOver)
  document.addEventListener('dragenter', (event) => {
    if (!hasFiles(event.dataTransfer)) return
    depth++
    setOver(true)
  })
  document.addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1)
    if (depth === 0) setOver(false)
  })
  document.addEventListener('dragover', (event) => {
    if (hasFiles(event.dataTransfer)) event.preventDefault()
  })
  document.addEventListener('drop', (event) => {
    depth = 0
    setOver(false)
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    onFiles([...(event.dataTransfer?.files ?? [])])
  })
  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length > 0) onFiles(files)
  })
  const takeChosen = () => {
    onFiles([...(input.files ?? [])])
    // Lets the user choose the same file again after it changed on disk.
    input.value = ''
  }
  input.addEventListener('change', takeChosen)
  if (input.files?.length) takeChosen() // The user chose files before this script was loaded.
}

const hasFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false
