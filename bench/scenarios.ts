// Every scenario of `npm run bench`, in the order in which they run. The interface is in lib/scenario.ts; README.md says for each row
// what is compared, why that is fair and where its limits are.
import { benchPipeline } from './generation/pipeline.ts'
import { benchHostile } from './geometry/hostile.ts'
import { benchMeasure } from './geometry/measure.ts'
import { benchCachedSlice } from './http/cached-slice.ts'
import { benchOrderRead } from './http/order-read.ts'
import { benchPaidOrders, paidOrderParts } from './http/paid-orders.ts'
import { benchPrice } from './http/price.ts'
import { benchSubmit } from './http/submit.ts'
import { benchUploads } from './http/uploads.ts'
import { program, type Scenario } from './lib/scenario.ts'
import { benchAgentCalls } from './mcp/estimate-price.ts'
import { benchQuotes } from './mcp/quote.ts'
import { benchOperatorPages } from './operators/operator-pages.ts'
import { benchBridge } from './slicer/bridge.ts'
import { benchEstimate, nativeEstimate } from './slicer/estimate.ts'

const slicer = program('prusa-slicer', 'apt-get install prusa-slicer')

export const scenarios: readonly Scenario[] = [
  {
    name: 'price',
    title: 'POST /api/price, requests a second',
    baseline: 'a bare Bun.serve with the same arithmetic',
    minutes: 1.2,
    quickMinutes: 0.2,
    run: benchPrice,
  },
  {
    name: 'order-read',
    title: 'GET /api/print/orders/{code}, requests a second',
    baseline: 'the same SQL through bare pg',
    minutes: 0.8,
    quickMinutes: 0.2,
    run: benchOrderRead,
  },
  {
    name: 'submit',
    title: 'submitting a 1 MB STL, without the card processor',
    baseline: 'hashing the same file and writing it to the disk',
    minutes: 0.3,
    quickMinutes: 0.2,
    run: benchSubmit,
  },
  {
    name: 'paid-orders',
    title: 'paid orders a second at saturation, and what one costs',
    baseline: 'one order at a time on the same service',
    minutes: 3.5,
    quickMinutes: 0.4,
    run: async ({ quick, row, step }) => {
      const parts = quick ? ['statements'] : paidOrderParts
      for (const [at, part] of parts.entries()) {
        for (const measured of await benchPaidOrders([part])) await row(measured)
        step(at + 1, parts.length)
      }
      return []
    },
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
    name: 'uploads',
    title: 'peak memory of 32 concurrent uploads of 100 MB',
    baseline: 'the size of the files (3.2 GB)',
    minutes: 2,
    run: ({ server }) => benchUploads(server),
  },
  {
    name: 'generation',
    title: 'a generation without the engine, and memory over 100 of them',
    baseline: 'the geometry core alone on the same model',
    minutes: 2.5,
    quickMinutes: 0.3,
    run: benchPipeline,
  },
  {
    name: 'agent-calls',
    title: 'tools/call of estimate_price, requests a second',
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
    name: 'operator-pages',
    title: 'processor time of the desk with 200,000 orders, 20 open dashboards, plans',
    baseline: 'the same server without dashboards',
    minutes: 5,
    run: benchOperatorPages,
  },
  {
    name: 'quotes',
    title: 'quote_print of a known and of a new model, without the download',
    baseline: 'one another, in alternation',
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
