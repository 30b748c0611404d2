// A part in 3D in an element of a page. Any page may use it: it needs the address of the stage's worker and a surface.
import { followGestures } from './gestures.ts'
import { lookOf, rgbOfHex } from './look.ts'
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
  /** Address of the bundled stage-worker.ts. */
  readonly stageWorker: string
  /** The name that screen readers read. */
  readonly label: string
  /** Id of an element that explains the keys. */
  readonly describedBy: string
  /** There is no WebGL, or it was lost: everything but the picture keeps working. */
  readonly onFailed: (reason: string) => void
  readonly onDrawn?: (triangles: number) => void
}

export type Viewer = {
  /** The buffers of the chunks are handed over. null = the empty plate. */
  readonly show: (part: ShownPart | null) => void
  readonly setLabel: (label: string) => void
  readonly setToggles: (toggles: Toggles) => void
  /** `#rrggbb` */
  readonly setColor: (hex: string) => void
  readonly setLayer: (layerMm: number) => void
  readonly view: (view: View) => void
  readonly zoom: (factor: number) => void
  readonly focus: (place: SurfacePoint) => void
  /** Releases the worker, the graphics card's memory and every listener. */
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
    setColor: (hex) => post({ kind: 'color', color: rgbOfHex(hex) }),
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

/** In a worker where the browser can draw there; on the page's own thread elsewhere. */
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
    // The stage gives back its memory first.
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
