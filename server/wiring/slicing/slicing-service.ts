// Wires a slicing process: the machine's slicer behind POST /slice, its health checks and its metrics.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createGeometry } from '../../../geometry/index.ts'
import { createSliceService } from '../../../slicer-bridge/remote/serve-slices.ts'
import { slicePath } from '../../../slicer-bridge/remote/wire.ts'
import { createOwnMetricsText } from '../../adapters/observability/own-metrics.ts'
import { trackProcess } from '../../adapters/observability/process-gauges.ts'
import { createMetricRegistry } from '../../adapters/observability/registry.ts'
import { withTraceOfJob } from '../../adapters/observability/trace-context.ts'
import { openTemporaryFiles } from '../../adapters/storage/temporary-files.ts'
import type { MachineConfig } from '../../config/machine.ts'
import type { Log } from '../../domain/base/ports.ts'
import { megabyte } from '../../domain/base/text/megabytes.ts'
import { serviceVersion } from '../../domain/base/version.ts'
import { predictionObserver } from '../metrics/pool-observers.ts'
import { trackDisk, trackSlicer } from '../metrics/track-gauges.ts'
import { openLocalSlicer } from './local-slicer.ts'
import { slicerStates } from './slicer-states.ts'

export type SlicingService = {
  readonly handle: (request: Request) => Response | Promise<Response>
  /** Aborts the running slices. */
  readonly close: () => Promise<void>
}

/** Large enough that the G-code of an accepted slice can always wait to be read. */
const queuedReadings = 256
const readTimeoutMs = 60_000
const readMemoryBytes = 1024 * megabyte

export function openSlicingService(config: MachineConfig, log: Log): SlicingService {
  const registry = createMetricRegistry()
  const geometry = createGeometry({
    workers: config.geometryWorkers,
    queueLimit: queuedReadings,
    timeoutMs: readTimeoutMs,
    memoryLimitBytes: readMemoryBytes,
  })
  // Callers count their slices, because their counts outlive this process.
  const observer = { onWait() {}, onRun() {}, onRefusal() {}, ...predictionObserver(registry) }
  const slicer = openLocalSlicer({ config, processes: 1, geometry, log, observer })
  trackSlicer(registry, slicer.bridge.stats)
  trackDisk(registry, 'state', config.stateDir)
  const watch = trackProcess(registry)
  const metricsText = createOwnMetricsText(registry, {
    id: randomUUID(),
    role: 'slicing',
    host: hostname(),
    pid: process.pid,
    version: serviceVersion,
  })
  const files = openTemporaryFiles(join(config.stateDir, 'models'))
  const slice = createSliceService({ bridge: slicer.bridge, files })
  /** Readiness check: a process that cannot slice receives no slices. */
  const readiness = async () => {
    const state = slicerStates[slicer.readiness()]
    const body = {
      ok: state === 'ok',
      checks: { slicer: state },
      parts: {
        slicerCage: slicer.cage,
        slicer: await slicer.bridge.identity(),
        eventLoop: watch.eventLoop(),
      },
    }
    return Response.json(body, { status: body.ok ? 200 : 503 })
  }
  const get: Readonly<Record<string, () => Response | Promise<Response>>> = {
    '/healthz': () => Response.json({ ok: true }),
    '/readyz': readiness,
    '/metrics': () =>
      new Response(metricsText(), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      }),
  }
  return {
    handle: (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === slicePath) {
        if (request.method !== 'POST') return notAllowed('POST')
        return withTraceOfJob(request.headers.get('traceparent'), () => slice(request))
      }
      const respond = Object.hasOwn(get, pathname) ? get[pathname] : undefined
      if (respond === undefined) return Response.json({ error: 'Not found' }, { status: 404 })
      return request.method === 'GET' ? respond() : notAllowed('GET')
    },
    close: async () => {
      await slicer.bridge.close()
      geometry.close()
      watch.stop()
    },
  }
}

const notAllowed = (allow: string) =>
  Response.json({ error: 'Method not allowed' }, { status: 405, headers: { allow } })
