// Translates pointer, wheel and keyboard input over a viewer into camera movements.
import type { View } from './messages.ts'

export type Movements = {
  readonly turn: (dx: number, dy: number) => void
  readonly pan: (dx: number, dy: number) => void
  readonly zoom: (factor: number) => void
  readonly view: (view: View) => void
}

/** Pixels per press of an arrow key. */
const keyStep = 24
const keyZoom = 1.2

const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const viewKeys: Readonly<Record<string, View>> = {
  '0': 'iso',
  Home: 'iso',
  '1': 'front',
  '2': 'right',
  '3': 'top',
}

type Point = { readonly x: number; readonly y: number }

/** Listens until `signal` is aborted. */
export function followGestures(
  element: HTMLElement,
  { turn, pan, zoom, view }: Movements,
  signal: AbortSignal,
): void {
  const pointers = new Map<number, Point>()

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button > 2) return
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      element.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId)
      if (before === undefined) return
      const now = { x: event.clientX, y: event.clientY }
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      pointers.set(event.pointerId, now)
      const [dx, dy] = [now.x - before.x, now.y - before.y]
      if (other !== undefined) {
        zoom(apart(now, other) / Math.max(1, apart(before, other)))
        pan(dx / 2, dy / 2)
      } else if (event.shiftKey || event.buttons > 1) {
        pan(dx, dy)
      } else {
        turn(dx, dy)
      }
    },
    { signal },
  )
  for (const name of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(name, (event) => pointers.delete(event.pointerId), { signal })
  }
  element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      zoom(Math.exp(-event.deltaY * lines * 0.0014))
    },
    { signal, passive: false },
  )
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const arrow = arrows[event.key]
      const shown = viewKeys[event.key]
      if (arrow !== undefined) {
        const [dx, dy] = [arrow[0] * keyStep, arrow[1] * keyStep]
        if (event.shiftKey) {
          pan(dx, dy)
        } else {
          turn(dx, dy)
        }
      } else if (event.key === '+' || event.key === '=') {
        zoom(keyZoom)
      } else if (event.key === '-') {
        zoom(1 / keyZoom)
      } else if (shown !== undefined) {
        view(shown)
      } else if (event.key === 'Escape') {
        element.blur()
      } else {
        return
      }
      event.preventDefault()
    },
    { signal },
  )
}

const apart = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
