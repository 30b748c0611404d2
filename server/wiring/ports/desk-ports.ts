// The operators' ports: what the desk's pages show, the operators' actions, and their notifications.
import { createStaffChannel } from '../../adapters/staff/staff-channel.ts'
import type { Config } from '../../config/config.ts'
import { createPostage } from '../../db/carriers/label-costs.ts'
import type { OpenDatabase } from '../../db/core/connect.ts'
import { createDeskReader } from '../../db/desk/desk-reader.ts'
import { createOrderCosts } from '../../db/desk/order-costs.ts'
import { createPrinting } from '../../db/desk/printing.ts'
import { createSystemReader } from '../../db/desk/system.ts'
import { createThroughput } from '../../db/desk/throughput.ts'
import { createNotifications } from '../../db/notifications/notifications.ts'
import { createStaffNotices } from '../../db/notifications/staff-notices.ts'
import { createOperatorPorts } from '../../db/operators/operator-ports.ts'
import { createTickets } from '../../db/tickets/tickets.ts'
import type { Clock } from '../../domain/base/ports.ts'

export type DeskSettings = {
  readonly config: Pick<Config, 'timeZone' | 'costs' | 'ntfy' | 'staffWebhook'>
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>
  readonly clock: Clock
}

export const openDeskPorts = ({ config, database, database: { db }, clock }: DeskSettings) => ({
  desk: createDeskReader(database),
  system: createSystemReader(db),
  throughput: createThroughput(db, config.timeZone),
  printing: createPrinting(db),
  orderCosts: createOrderCosts(db),
  costRates: config.costs,
  postage: createPostage(db, config.timeZone),
  timeZone: config.timeZone,
  ...createOperatorPorts(db),
  tickets: createTickets(db),
  notifications: createNotifications(db),
  staffNotices: createStaffNotices(db),
  staffChannel: createStaffChannel({ ntfy: config.ntfy, webhook: config.staffWebhook, clock }),
})
