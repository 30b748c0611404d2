// The ports for operators' actions other than on orders, on one database.
import type { PaymentDecision } from '../../domain/operators/ports.ts'
import type { Db } from '../core/connect.ts'
import { createLedger } from '../money/ledger.ts'
import { createWorkDesk } from './account-models.ts'
import { decidePayment } from './decide-payment.ts'
import { createGenerationBoard } from './generation-board.ts'
import { createMoneyBoard } from './money-board.ts'
import { createOperatorActions } from './operator-actions.ts'
import { createOrderMessages } from './order-messages.ts'
import { createOutbox } from './outbox.ts'
import { createTaskQueue } from './task-queue.ts'
import { createWallLinks } from './wall-links.ts'

export const createOperatorPorts = (db: Db) => ({
  operatorActions: createOperatorActions(db),
  workDesk: createWorkDesk(db),
  wallLinks: createWallLinks(db),
  moneyBoard: createMoneyBoard(db),
  ledger: createLedger(db),
  decidePayment: (decision: PaymentDecision) => decidePayment(db, decision),
  outbox: createOutbox(db),
  taskQueue: createTaskQueue(db),
  generationBoard: createGenerationBoard(db),
  orderMessages: createOrderMessages(db),
})
