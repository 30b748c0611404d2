// Defects of the tools' results that the wishes must find: each is put into a copy of the sources (lab/simulation/put-bugs-back.ts).
import type { Bug } from '../../simulation/bugs.ts'

export const wishBugs: readonly Bug[] = []
