// The work queue works without this script. It adds keys and counts the selection.
const keysSetting = 'queue.keys'
const form = document.getElementById('bulk')
const rows = [...document.querySelectorAll('.queue tbody tr[id]')]
const picks = [...document.querySelectorAll('input[name="pick"]')]
const all = document.getElementById('pick-all')
const keys = document.getElementById('keys')

let last = -1

function showCount() {
  const count = picks.filter(({ checked }) => checked).length
  const label = document.getElementById('picked')
  if (label !== null) label.textContent = `Selected (${count})`
  if (all !== null) {
    all.checked = count > 0 && count === picks.length
    all.indeterminate = count > 0 && count < picks.length
  }
}

/** With Shift, every row since the last one that was clicked. */
function pick(index, isRange) {
  if (isRange && last >= 0) {
    const [from, to] = [Math.min(last, index), Math.max(last, index)]
    for (const each of picks.slice(from, to + 1)) each.checked = picks[index].checked
  }
  last = index
  const scope = form?.querySelector('input[name="scope"][value="picked"]')
  if (scope) scope.checked = true
  showCount()
}

picks.forEach((input, index) => {
  input.addEventListener('click', (event) => pick(index, event.shiftKey))
})
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

function move(by) {
  if (rows.length === 0) return
  rows[current]?.classList.remove('current')
  current = Math.max(0, Math.min(rows.length - 1, current + by))
  rows[current].classList.add('current')
  rows[current].scrollIntoView({ block: 'nearest' })
  rows[current].querySelector('a')?.focus({ preventScroll: true })
}
if (current >= 0) move(0)

const actions = {
  j: () => move(1),
  k: () => move(-1),
  x: () => rows[current]?.querySelector('input[name="pick"]')?.click(),
  // Enter presses it: one key alone changes no order.
  n: () => rows[current]?.querySelector('button[name="step"]')?.focus(),
  '/': () => document.getElementById('queue-search')?.focus(),
  '?': () => keys?.showModal(),
}

/** A browser that blocks storage forgets the setting with the page. */
function stored(access) {
  try {
    return access()
  } catch {
    return null
  }
}

const keysSwitch = document.getElementById('keys-on')
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

document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest(
    'input:not([type="checkbox"], [type="radio"]), select, textarea, dialog',
  )
  if (keysSwitch?.checked === false) return
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  const action = actions[event.key]
  if (action === undefined) return
  event.preventDefault()
  action()
})
