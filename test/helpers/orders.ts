// Plain print options, addresses and measurements for tests; every test names only what it is about.
import type { MeshReport, SlicedReport } from '../../server/domain/measurement/report.ts'
import type { PrintOptions, ShippingAddress } from '../../server/domain/orders/order.ts'

/** What a submit without any option field becomes, but in stock black. */
export function printOptions(changes: Partial<PrintOptions> = {}): PrintOptions {
  return {
    material: 'pla',
    quality: 'standard',
    quantity: 1,
    color: 'Black',
    infill: 20,
    nozzleDiameter: 0.4,
    nozzleFlow: 'standard',
    layerHeight: 0.2,
    note: null,
    units: null,
    ...changes,
  }
}

export function shippingAddress(changes: Partial<ShippingAddress> = {}): ShippingAddress {
  return {
    recipientName: 'Test Recipient',
    street1: '1 Test Street',
    street2: null,
    city: 'Testville',
    state: 'CA',
    zip: '94000',
    country: 'US',
    email: 'recipient@example.com',
    phone: null,
    ...changes,
  }
}

/** A measured mesh of so many cm3; only the volume and what a test changes matter. */
export function meshReport(volumeCm3: number, changes: Partial<MeshReport> = {}): MeshReport {
  const side = 10 * Math.cbrt(volumeCm3)
  return {
    unit: 'mm',
    unitSource: 'default',
    triangles: 12,
    dimensionsMm: [side, side, side],
    volumeCm3,
    surfaceCm2: 6 * Math.cbrt(volumeCm3) ** 2,
    watertight: true,
    boundaryEdges: 0,
    nonManifoldEdges: 0,
    degenerateTriangles: 0,
    components: 1,
    maxOverhangDeg: 90,
    ...changes,
  }
}

/** An already-sliced file that states nothing but what a test gives it. */
export function slicedReport(stated: Partial<SlicedReport>): SlicedReport {
  return {
    slicer: 'PrusaSlicer 2.9.6',
    plates: 1,
    grams: null,
    filamentCm3: null,
    filamentMm: null,
    diameterMm: null,
    seconds: null,
    layers: null,
    ...stated,
  }
}
