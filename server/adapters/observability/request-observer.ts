// Counts requests and tool calls. Their series are looked up once and kept, because these are counted tens of thousands of times a second.
import { type MethodLabel, statusClasses } from '../../domain/base/metrics/metric-catalog.ts'
import type { CounterSeries, HistogramSeries, MetricRegistry } from './registry.ts'

type Registry = Pick<MetricRegistry, 'counter' | 'histogram'>

export type ObserveRequest = (method: string, route: string, status: number, ms: number) => void

/** `byClass` is indexed by the first digit of the status. */
type Entry = { readonly duration: HistogramSeries; readonly byClass: (CounterSeries | undefined)[] }

export type RequestObserver = {
  readonly observe: ObserveRequest
  /** Declares the series of a route before its first error, so that an alert sees the count rise from 0. */
  readonly declare: (method: string, route: string) => void
}

export function createRequestObserver(registry: Registry): RequestObserver {
  const routes = new Map<string, Map<string, Entry>>()
  const addEntry = (method: string, route: string): Entry => {
    const labels = { method: labelOf(method), route }
    const entry = {
      duration: registry.histogram('http_request_duration_seconds', labels),
      byClass: [],
    }
    const methods = routes.get(route) ?? new Map<string, Entry>()
    routes.set(route, methods)
    methods.set(labels.method, entry)
    return entry
  }
  const find = (method: string, route: string): Entry => {
    const methods = routes.get(route)
    return methods?.get(method) ?? methods?.get(labelOf(method)) ?? addEntry(method, route)
  }
  const counterOf = (entry: Entry, method: string, route: string, digit: number): CounterSeries => {
    const known = entry.byClass[digit]
    if (known !== undefined) return known
    const status_class = statusClasses[digit - 1] ?? '5xx'
    const labels = { method: labelOf(method), route, status_class }
    const added = registry.counter('http_requests_total', labels)
    entry.byClass[digit] = added
    return added
  }
  return {
    observe: (method, route, status, ms) => {
      const entry = find(method, route)
      entry.duration.observe(ms / 1000)
      counterOf(entry, method, route, Math.floor(status / 100)).add(1)
    },
    declare: (method, route) => {
      const label = labelOf(method)
      if (label !== 'other') {
        registry.counter('http_requests_total', { method: label, route, status_class: '5xx' })
      }
    },
  }
}

function labelOf(method: string): MethodLabel {
  switch (method) {
    case 'GET':
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
    case 'HEAD':
    case 'OPTIONS':
      return method
    default:
      return 'other'
  }
}

const toolOutcomes = ['ok', 'refused', 'error'] as const
type ToolOutcome = (typeof toolOutcomes)[number]

/** Observes calls of the listed tools. The `outcome` error means that the call failed or timed out. */
export function createToolObserver(registry: Registry, tools: readonly string[]) {
  const series = new Map(
    tools.map((tool) => {
      const counterOf = (outcome: ToolOutcome) =>
        registry.counter('mcp_tool_calls_total', { tool, outcome })
      const [ok, refused, error] = [counterOf('ok'), counterOf('refused'), counterOf('error')]
      const duration = registry.histogram('mcp_tool_duration_seconds', { tool })
      return [tool, { ok, refused, error, duration }] as const
    }),
  )
  return (tool: string, outcome: ToolOutcome, ms: number): void => {
    const known = series.get(tool)
    known?.[outcome].add(1)
    known?.duration.observe(ms / 1000)
  }
}
