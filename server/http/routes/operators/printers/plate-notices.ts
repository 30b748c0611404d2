// Messages after a plate was cleared with a page's button.
import type { Cleared } from '../../../../domain/farm/reports/clear-plate.ts'
import { info } from '../forms/desk-list.ts'

export const plateNotices = {
  plate: info('The plate is clear. The printer gets the next job.'),
  before: info('That plate was cleared before; nothing was counted again.'),
}

export const plateNoticeOf = ({ isRepeat }: Cleared): keyof typeof plateNotices =>
  isRepeat ? 'before' : 'plate'
