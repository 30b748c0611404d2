// Makes agent tools that price for money wait for the terms in force, as such requests do.
import { refuse } from '../../../mcp/content.ts'
import type { Tool } from '../../../mcp/registry.ts'
import { pricesUnreadSentence } from '../../http/responses/fallback-responses.ts'
import type { Deps } from '../deps.ts'
import { byTerms } from './terms-in-force.ts'

const moneyTools: ReadonlySet<string> = new Set(['quote_print', 'create_print_order'])

/** Returns the same tool. It is rejected if a reading of the terms is due and fails. */
export function waitForTerms(deps: Pick<Deps, 'termsSchedule' | 'log'>, tool: Tool): Tool {
  if (!moneyTools.has(tool.definition.name)) return tool
  return {
    ...tool,
    // The route's description contains prices, so it changes with them.
    get definition() {
      return tool.definition
    },
    call: (context, args) => {
      const { termsSchedule, log } = deps
      const reading = termsSchedule.refresh()
      const callByTerms = () => byTerms(termsSchedule.current(), () => tool.call(context, args))
      // The request may have begun before a reading that has finished since.
      if (reading === null) return callByTerms()
      return reading.then(callByTerms, (error: unknown) => {
        log.error('terms.read_failed', { error })
        return refuse(pricesUnreadSentence, 'database_away')
      })
    },
  }
}
