// Counted spools in tests: added and changed as the desk does it.
import type { AddedSpools, SpoolChange } from '../../server/domain/farm/spools/ports.ts'
import type { CountedSpool, NewSpools } from '../../server/domain/farm/spools/spool.ts'
import { OPERATOR_EMAIL, type TestService } from '../service/service.ts'

type Action<C> = C extends unknown ? Omit<C, 'by' | 'version'> : never

export function spoolShelf(service: Pick<TestService, 'deps'>) {
  const read = async (id: number): Promise<CountedSpool> => {
    const spool = await service.deps.spools.read(id)
    if (spool === null) throw new Error(`no spool ${id}`)
    return spool
  }

  /** Adds spools of 1000 g of black PLA, unless stated otherwise. Returns their numbers. */
  const add = (spools: Partial<AddedSpools> = {}): Promise<readonly number[]> =>
    service.deps.spools.add({
      material: 'pla',
      color: 'Black',
      count: 1,
      fullGrams: 1000,
      emptyGrams: 250,
      priceCents: null,
      lot: null,
      by: OPERATOR_EMAIL,
      runId: null,
      ...spools,
    })

  const change = async (id: number, action: Action<SpoolChange>): Promise<CountedSpool> => {
    const { version } = await read(id)
    const changed = await service.deps.spools.change(id, { ...action, version, by: OPERATOR_EMAIL })
    if (!changed.ok) throw new Error(changed.failure.kind)
    return changed.value
  }

  /** Adds a spool with that many grams and loads it. Returns its number. */
  async function loaded(
    printer: string,
    grams = 1000,
    { slot = 1, ...spool }: Partial<NewSpools> & { slot?: number } = {},
  ): Promise<number> {
    const [id = 0] = await add({ ...spool, fullGrams: grams })
    await change(id, { action: 'load', printer, slot })
    return id
  }

  return {
    add,
    change,
    loaded,
    read,
    left: async (id: number) => (await read(id)).gramsLeft,
    /** Returns the movements, oldest first, as kind and grams. */
    movements: async (id: number) =>
      (await service.deps.spools.movements(id, 100))
        .toReversed()
        .map(({ kind, grams }) => [kind, grams]),
  }
}
