// The work queue works without this script. It adds keys and counts the selection.
import '../base/print.ts'

const keysSetting = 'queue.keys'
const form = document.getElementById('bulk')
const rows = [...document.querySelectorAll<HTMLElement>('.queue tbody tr[id]')]
const picks = [...document.querySelectorAll<HTMLInputElement>('input[name="pick"]')]

/** null where the page has none, as for viewers. */
function find<T extends HTMLElement>(id: string, kind: new () => T): T | null {
  const element = document.getElementById(id)
  return element instanceof kind ? element : null
}

const all = find('pick-all', HTMLInputElement)
const keys = find('keys', HTMLDialogElement)

let last = -1

function showCount(): void {
  const count = picks.filter(({ checked }) => checked).length
  const label = document.getElementById('picked')
  if (label !== null) label.textContent = `Selected (${count})`
  if (all !== null) {
    all.checked = count > 0 && count === picks.length
    all.indeterminate = count > 0 && count < picks.length
  }
}

/** Selects the row; with Shift, every row since the last one that was clicked. */
function pick(input: HTMLInputElement, index: number, isRange: boolean): void {
  if (isRange && last >= 0) {
    const [from, to] = [Math.min(last, index), Math.max(last, index)]
    for (const each of picks.slice(from, to + 1)) each.checked = input.checked
  }
  last = index
  const scope = form?.querySelector<HTMLInputElement>('input[name="scope"][value="picked"]')
  if (scope) scope.checked = true
  showCount()
}

for (const [index, input] of picks.entries()) {
  input.addEventListener('click', (event) => pick(input, index, event.shiftKey))
}
if (all !== null && picks.length > 0) {
  all.hidden = false
  all.addEventListener('change', () => {
    for (const each of picks) each.checked = all.checked
    showCount()
  })
}
// A browser may restore the boxes when it goes back.
showCount()

let current = rows.findIndex(({ id }) => `#${id}` === location.hash)

function move(by: number): void {
  rows[current]?.classList.remove('current')
  current = Math.max(0, Math.min(rows.length - 1, current + by))
  const row = rows[current]
  row?.classList.add('current')
  row?.scrollIntoView({ block: 'nearest' })
  row?.querySelector('a')?.focus({ preventScroll: true })
}
if (current >= 0) move(0)

const inRow = (selector: string) => rows[current]?.querySelector<HTMLElement>(selector)
const actions: ReadonlyMap<string, () => void> = new Map([
  ['j', () => move(1)],
  ['k', () => move(-1)],
  ['x', () => inRow('input[name="pick"]')?.click()],
  // Enter presses it: one key alone changes no order.
  ['n', () => inRow('button[name="step"]')?.focus()],
  ['/', () => document.getElementById('queue-search')?.focus()],
  ['?', () => keys?.showModal()],
])

/** A browser that blocks storage forgets the setting with the page. */
function stored<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}

const keysSwitch = find('keys-on', HTMLInputElement)
const keysButton = document.getElementById('keys-button')
if (keysButton !== null) {
  keysButton.hidden = false
  keysButton.addEventListener('click', () => keys?.showModal())
}
if (keysSwitch !== null) {
  keysSwitch.checked = stored(() => localStorage.getItem(keysSetting)) !== 'off'
  keysSwitch.addEventListener('change', () => {
    stored(() => localStorage.setItem(keysSetting, keysSwitch.checked ? 'on' : 'off'))
  })
}

const typed = 'input:not([type="checkbox"], [type="radio"]), select, textarea, dialog'

document.addEventListener('keydown', (event) => {
  if (keysSwitch?.checked === false) return
  const isTyping = event.target instanceof Element && event.target.closest(typed) !== null
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  const action = actions.get(event.key)
  if (action === undefined) return
  event.preventDefault()
  action()
})
