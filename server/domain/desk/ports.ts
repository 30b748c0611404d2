// Data that the desk pages read in addition to orders and metrics.
import type { BaseDeps } from '../base/ports.ts'
import type { SpendReader } from '../generation/engine/budget.ts'
import type { EngineHealth, Leftovers } from '../generation/engine/engine-health.ts'
import type { VendorAccount, VendorBalances } from '../generation/engine/vendor-balance.ts'
import type { LeadTimeDeps } from '../lead-time/farm-load.ts'
import type { MetricReader } from '../metrics/ports.ts'
import type { AttentionGroup } from './attention.ts'
import type { OpenOrders } from './open-orders.ts'
import type { CostDeps } from './order-cost.ts'
import type { PostageReader } from './postage.ts'
import type { PrintingReader } from './printing.ts'
import type { SystemReader } from './system.ts'
import type { ThroughputReader } from './throughput.ts'

export type DeskReader = {
  /** Returns paid orders that have not shipped. The forecast assumes the given speed of the farm. */
  readonly openOrders: (speed: FarmSpeed) => Promise<OpenOrders>
  /** Returns kinds with at least one item, in the order of `attentionKinds`. */
  readonly attention: () => Promise<readonly AttentionGroup[]>
}

export type FarmSpeed = {
  readonly machineHoursPerDay: number
  readonly packingDays: number
}

export type DeskDeps = Pick<BaseDeps, 'clock' | 'log'> &
  Pick<LeadTimeDeps, 'farmLoad'> &
  CostDeps & {
    readonly desk: DeskReader
    readonly postage: PostageReader
    readonly throughput: ThroughputReader
    readonly printing: PrintingReader
    readonly metrics: MetricReader
    readonly system: SystemReader
    readonly spendReader: SpendReader
    readonly engineHealth: EngineHealth
    readonly leftovers: Leftovers
    readonly vendorBalances: VendorBalances
    readonly vendorAccounts: readonly VendorAccount[]
    /** IANA name of the time zone that defines the farm's days. */
    readonly timeZone: string
  }
