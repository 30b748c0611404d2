// All scenarios of `npm run bench`, in the order in which they run. The interface is in
// lib/scenario.ts. README.md explains for each row what is compared, why the comparison is fair and
// what its limits are.
import { benchCosts } from './attack/costs.ts'
import { benchCrowd } from './attack/crowd.ts'
import { benchArrange } from './farm/arrange.ts'
import { benchPipeline } from './generation/pipeline.ts'
import { benchHostile } from './geometry/hostile.ts'
import { benchInspection } from './geometry/inspect.ts'
import { benchMeasure } from './geometry/measure.ts'
import { benchMemory } from './geometry/memory.ts'
import { benchOrient } from './geometry/orient.ts'
import { benchGeometry } from './geometry/run.ts'
import { benchSupports } from './geometry/supports.ts'
import { benchCachedSlice } from './http/cached-slice.ts'
import { benchOrderRead } from './http/order-read.ts'
import { benchPaidOrders } from './http/paid-orders.ts'
import { benchPrice } from './http/price.ts'
import { benchSubmit } from './http/submit.ts'
import { benchUploads } from './http/uploads.ts'
import { program, type Scenario } from './lib/scenario.ts'
import { benchAgentCalls } from './mcp/estimate-price.ts'
import { benchQuotes } from './mcp/quote.ts'
import { benchMetrics } from './operations/metrics.ts'
import { benchOperatorPages } from './operators/operator-pages.ts'
import { chromium } from './pages/chromium-need.ts'
import { benchFirstPrice } from './pages/first-price.ts'
import { benchFirstVisit } from './pages/first-visit.ts'
import { benchQuotePage } from './pages/quote-page.ts'
import { benchViewer } from './pages/viewer.ts'
import { benchBridge } from './slicer/bridge.ts'
import { benchEstimate, nativeEstimate } from './slicer/estimate.ts'

const slicer = program('prusa-slicer', 'apt-get install prusa-slicer')

export const scenarios: readonly Scenario[] = [
  {
    name: 'price',
    title: 'POST /api/price, requests per second',
    baseline: 'a bare Bun.serve with the same arithmetic',
    minutes: 1.2,
    quickMinutes: 0.2,
    run: benchPrice,
  },
  {
    name: 'order-read',
    title: 'GET /api/print/orders/{code}, requests per second',
    baseline: 'the same SQL through bare pg',
    minutes: 0.8,
    quickMinutes: 0.2,
    run: benchOrderRead,
  },
  {
    name: 'submit',
    title: 'submitting a 1 MB STL, without the card processor',
    baseline: 'hashing the same file and writing it to disk',
    minutes: 0.3,
    quickMinutes: 0.1,
    run: benchSubmit,
  },
  {
    name: 'paid-orders',
    title: 'paid orders per second at saturation, and the cost of one order',
    baseline: 'one order at a time, and the same statements through bare pg',
    minutes: 5,
    quickMinutes: 0.7,
    run: async (bench) => benchPaidOrders(bench),
  },
  {
    name: 'measure',
    title: 'measuring a 25 MB STL in the worker',
    baseline: 'reading the same file alone',
    minutes: 0.2,
    quickMinutes: 0.1,
    run: benchMeasure,
  },
  {
    name: 'geometry',
    title: 'the geometry core on 1.11 million triangles, processor time',
    baseline: 'admesh, pymeshlab, MeshLib, manifold-3d, meshoptimizer and three on the same files',
    minutes: 5,
    run: benchGeometry,
  },
  {
    name: 'inspection',
    title: 'flags, walls and faults of a mesh, processor time',
    baseline: 'the measurement of the same mesh',
    minutes: 0.7,
    run: benchInspection,
  },
  {
    name: 'orient',
    title: 'orienting a part of 1.11 million triangles on the plate, processor time',
    baseline: 'the same job without orientation',
    minutes: 0.4,
    run: benchOrient,
  },
  {
    name: 'supports',
    title: 'deciding about the supports of a part, processor time',
    baseline: 'the estimate of the same part in the pose that needs no supports',
    minutes: 0.1,
    run: benchSupports,
  },
  {
    name: 'geometry-memory',
    title: 'linear memory of the geometry core for a 100 MB STL, by job',
    baseline: 'the size of the file',
    minutes: 1,
    run: benchMemory,
  },
  {
    name: 'uploads',
    title: 'peak memory of 32 concurrent uploads of 100 MB',
    baseline: 'the size of the files (3.2 GB)',
    minutes: 2,
    run: benchUploads,
  },
  {
    name: 'generation',
    title: 'a generation without the engine, and memory over 100 generations',
    baseline: 'the geometry core alone on the same model',
    minutes: 2.5,
    quickMinutes: 0.3,
    run: benchPipeline,
  },
  {
    name: 'agent-calls',
    title: 'tools/call of estimate_price, requests per second',
    baseline: 'a bare Bun.serve and the official SDK',
    minutes: 2,
    quickMinutes: 0.5,
    run: benchAgentCalls,
  },
  {
    name: 'hostile',
    title: 'p99 of /healthz under large and malicious uploads',
    baseline: '/healthz of the same server without load',
    minutes: 0.6,
    quickMinutes: 0.3,
    run: benchHostile,
  },
  {
    name: 'request-costs',
    title: 'processor time of the most expensive anonymous requests',
    baseline: 'a paid order, alone and while six of them run',
    minutes: 2,
    run: benchCosts,
  },
  {
    name: 'hostile-crowd',
    title: 'paid orders and /healthz with 64 hostile connections',
    baseline: 'paid orders alone',
    minutes: 2,
    onlyNamed: true,
    run: benchCrowd,
  },
  {
    name: 'operator-pages',
    title: 'processor time of the desk with 200,000 orders, 20 open dashboards, plans',
    baseline: 'the same server without dashboards',
    minutes: 5,
    run: benchOperatorPages,
  },
  {
    name: 'metrics',
    title: 'processor time of a scrape of /metrics and of the queries of its pages',
    baseline: '1,000 orders instead of 200,000',
    minutes: 2,
    run: benchMetrics,
  },
  {
    name: 'first-visit',
    title: 'the first visit of the home and quote pages in a browser: paint and bytes',
    baseline: 'each other, in alternation',
    minutes: 0.5,
    quickMinutes: 0.2,
    needs: [chromium],
    run: benchFirstVisit,
  },
  {
    name: 'first-price',
    title: 'the price of a first STL on a slow connection',
    baseline: 'none: bytes and latency decide',
    minutes: 0.6,
    quickMinutes: 0.4,
    needs: [chromium],
    run: benchFirstPrice,
  },
  {
    name: 'quote-page',
    title: 'the quote page with a 25 MB STL in a browser',
    baseline: 'the same page without precompiling the geometry core',
    minutes: 1.5,
    needs: [chromium],
    run: benchQuotePage,
  },
  {
    name: 'viewer',
    title: 'turning a part of 1.1 million triangles in a browser',
    baseline: 'a part of 1,200 triangles',
    minutes: 3,
    needs: [chromium],
    run: benchViewer,
  },
  {
    name: 'quotes',
    title: 'quote_print of a known and of a new model, without the download',
    baseline: 'each other, in alternation',
    minutes: 0.5,
    quickMinutes: 0.3,
    run: benchQuotes,
  },
  {
    name: 'cached-slice',
    title: 'a stored slice quote',
    baseline: '/healthz of the same server in the same rounds',
    minutes: 0.5,
    needs: [slicer],
    run: benchCachedSlice,
  },
  {
    name: 'plates',
    title: 'parts of several orders on plates, processor time and density',
    baseline: 'spyrrow on the same outlines',
    minutes: 3,
    quickMinutes: 0.5,
    run: benchArrange,
  },
  {
    name: 'slicer',
    title: 'the slicer bridge: overhead, throughput, overload',
    baseline: 'the bare command line of the same slicer',
    minutes: 9,
    needs: [slicer],
    run: benchBridge,
  },
  {
    name: 'estimate',
    title: 'the geometry estimate of weight and time',
    baseline: 'real slices of the same parts',
    minutes: 6,
    needs: [slicer, nativeEstimate],
    run: async () => benchEstimate(),
  },
]
