// Tools of the service in the order of tools/list: those without a key first, then in the order of contract.md 5.5.
import type { Tool } from '../registry.ts'
import { checkPrintability } from './check-printability.ts'
import { createPrintOrder } from './create-print-order.ts'
import { estimatePrice } from './estimate-price.ts'
import { generateModel } from './generate-model.ts'
import { getGeneration } from './get-generation.ts'
import { getLeadTime } from './get-lead-time.ts'
import { getOrder } from './get-order.ts'
import { listMaterials } from './list-materials.ts'
import { listMyOrders } from './list-my-orders.ts'
import { quotePrint } from './quote-print.ts'
import { trackOrder } from './track-order.ts'

export const agentTools: readonly Tool[] = [
  listMaterials,
  estimatePrice,
  checkPrintability,
  getLeadTime,
  trackOrder,
  quotePrint,
  createPrintOrder,
  listMyOrders,
  getOrder,
  generateModel,
  getGeneration,
]
