// 3D view of a part in a page element. Any page may use it with the URL of the stage worker and a surface.
import { followGestures } from './gestures.ts'
import { lookOf, unitRgbOfHex } from './look.ts'
import type {
  FromStage,
  ScreenSize,
  ShownPart,
  SurfacePoint,
  Toggles,
  ToStage,
  View,
} from './messages.ts'

export type ViewerOptions = {
  /** URL of the bundled stage-worker.ts. */
  readonly stageWorker: string
  /** Name for screen readers. */
  readonly label: string
  /** Id of an element that explains the keys. */
  readonly describedBy: string
  /** Called if WebGL is missing or lost. Everything except the view keeps working. */
  readonly onFailed: (reason: string) => void
  readonly onDrawn?: (triangles: number) => void
}

export type Viewer = {
  /** Shows a part and transfers its chunks' buffers. null shows the empty plate. */
  readonly show: (part: ShownPart | null) => void
  readonly setLabel: (label: string) => void
  readonly setToggles: (toggles: Toggles) => void
  /** Sets the color, as `#rrggbb`. */
  readonly setColor: (hex: string) => void
  readonly setLayer: (layerMm: number) => void
  readonly view: (view: View) => void
  readonly zoom: (factor: number) => void
  readonly focus: (place: SurfacePoint) => void
  /** Releases the worker, the graphics memory and all listeners. */
  readonly close: () => void
}

export function createViewer(host: HTMLElement, options: ViewerOptions): Viewer {
  const canvas = document.createElement('canvas')
  canvas.tabIndex = 0
  canvas.setAttribute('role', 'application')
  canvas.setAttribute('aria-label', options.label)
  canvas.setAttribute('aria-describedby', options.describedBy)
  host.append(canvas)
  const ended = new AbortController()
  const { signal } = ended
  const stillMedia = matchMedia('(prefers-reduced-motion: reduce)')
  const post = openStage(canvas, options, {
    size: sizeOf(host),
    look: lookOf(host),
    still: stillMedia.matches,
  })
  const observer = new ResizeObserver(() => post({ kind: 'size', size: sizeOf(host) }))
  observer.observe(host)
  matchMedia('(prefers-color-scheme: dark)').addEventListener(
    'change',
    () => post({ kind: 'look', look: lookOf(host) }),
    { signal },
  )
  stillMedia.addEventListener('change', () => post({ kind: 'still', still: stillMedia.matches }), {
    signal,
  })
  const view = (name: View) => post({ kind: 'view', view: name })
  const zoom = (factor: number) => post({ kind: 'zoom', factor })
  followGestures(
    canvas,
    {
      turn: (dx, dy) => post({ kind: 'turn', dx, dy }),
      pan: (dx, dy) => post({ kind: 'pan', dx, dy }),
      zoom,
      view,
    },
    signal,
  )
  return {
    show: (part) => post({ kind: 'part', part }, part === null ? [] : buffersOf(part)),
    setLabel: (label) => canvas.setAttribute('aria-label', label),
    setToggles: (toggles) => post({ kind: 'toggles', toggles }),
    setColor: (hex) => post({ kind: 'color', color: unitRgbOfHex(hex) }),
    setLayer: (layerMm) => post({ kind: 'layer', layerMm }),
    view,
    zoom,
    focus: (place) => post({ kind: 'focus', place }),
    close: () => {
      ended.abort()
      observer.disconnect()
      post({ kind: 'end' })
      canvas.remove()
    },
  }
}

type Post = (message: ToStage, transfer?: Transferable[]) => void
type StartFacts = Pick<Extract<ToStage, { kind: 'start' }>, 'size' | 'look' | 'still'>

/** Opens the stage in a worker if the browser can draw there, otherwise on the page's thread. */
function openStage(canvas: HTMLCanvasElement, options: ViewerOptions, facts: StartFacts): Post {
  const onMessage = (message: FromStage) => {
    if (message.kind === 'failed') {
      options.onFailed(message.reason)
    } else {
      options.onDrawn?.(message.triangles)
    }
  }
  return typeof canvas.transferControlToOffscreen === 'function'
    ? openWorker(canvas, options.stageWorker, facts, onMessage)
    : openHere(canvas, facts, onMessage)
}

function openWorker(
  canvas: HTMLCanvasElement,
  address: string,
  facts: StartFacts,
  onMessage: (message: FromStage) => void,
): Post {
  const worker = new Worker(address, { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<FromStage>) => onMessage(data))
  worker.addEventListener('error', (event) =>
    onMessage({ kind: 'failed', reason: event.message || 'the viewer did not load' }),
  )
  const offscreen = canvas.transferControlToOffscreen()
  worker.postMessage({ kind: 'start', canvas: offscreen, ...facts } satisfies ToStage, [offscreen])
  return (message, transfer = []) => {
    worker.postMessage(message, transfer)
    // Lets the stage free its memory first.
    if (message.kind === 'end') setTimeout(() => worker.terminate(), 1000)
  }
}

function openHere(
  canvas: HTMLCanvasElement,
  facts: StartFacts,
  onMessage: (message: FromStage) => void,
): Post {
  const opening = import('./stage.ts').then(
    ({ Stage }) => new Stage({ kind: 'start', canvas, ...facts }, onMessage),
  )
  return (message) => {
    opening
      .then((stage) => (message.kind === 'start' ? undefined : stage.handle(message)))
      .catch((error: unknown) => onMessage({ kind: 'failed', reason: String(error) }))
  }
}

const sizeOf = (host: HTMLElement): ScreenSize => ({
  width: Math.max(1, host.clientWidth),
  height: Math.max(1, host.clientHeight),
  pixelRatio: devicePixelRatio,
})

const buffersOf = ({ chunks }: ShownPart): ArrayBuffer[] =>
  chunks.flatMap(({ positions, surface }) => [positions.buffer, surface.buffer])
