// The work queue works without this script. It adds keyboard shortcuts and counts the selection.
import { localSetting } from '../base/local-setting.ts'
import '../base/print.ts'

const keysSetting = localSetting('queue.keys')
const form = document.getElementById('bulk')
const rows = [...document.querySelectorAll<HTMLElement>('.queue tbody tr[id]')]
const picks = [...document.querySelectorAll<HTMLInputElement>('input[name="pick"]')]

/** Returns null if the page does not have the element, as for viewers. */
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

/** Selects the row or, with Shift, every row since the last clicked one. */
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
// Browsers may restore the checkboxes on Back.
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
  // Focuses the button, which Enter then presses: a single key must not change an order.
  ['n', () => inRow('button[name="step"]')?.focus()],
  ['/', () => document.getElementById('queue-search')?.focus()],
  ['?', () => keys?.showModal()],
])

const keysSwitch = find('keys-on', HTMLInputElement)
const keysButton = document.getElementById('keys-button')
if (keysButton !== null) {
  keysButton.hidden = false
  keysButton.addEventListener('click', () => keys?.showModal())
}
if (keysSwitch !== null) {
  keysSwitch.checked = keysSetting.read() !== 'off'
  keysSwitch.addEventListener('change', () => {
    keysSetting.write(keysSwitch.checked ? 'on' : 'off')
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
