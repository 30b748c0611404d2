// Judges from the structure of a pattern alone whether the steps of a backtracking matcher grow faster than the
// length of the text.
//
// The pattern becomes an automaton with a loop in front, for the search that begins at every position. The steps on a
// text are the partial runs that a failing search tries. They grow quadratically when two loops can read the same
// text one after the other (`IDA` of Weber and Seidl, On the degree of ambiguity of finite automata, 1991), and
// exponentially when one loop can read a text in two ways (`EDA`). A run that has passed a place from which the
// pattern matches any continuation can no longer fail. Loops through such places therefore cost nothing beyond the
// text that they match.
import { parsePattern, type Tree } from './parse.ts'

export type Growth = 'linear' | 'polynomial' | 'exponential' | 'unknown'

/** Repetitions up to this number are copied; a larger repetition is treated as unlimited. */
const maxCopies = 64
const maxPlaces = 3_000
const maxPaths = 200_000

export function growthOf(source: string, flags: string): Growth {
  const automaton = build(parsePattern(source, flags), flags)
  return automaton === null ? 'unknown' : judge(automaton)
}

type Edge = { readonly to: number; readonly when: 'always' | 'start' | 'condition' }
type AutomatonState = {
  readonly edges: Edge[]
  /** Characters that this place reads, and the place that follows. */
  read: { readonly letters: ReadonlySet<number>; readonly to: number } | null
}

type Automaton = {
  readonly places: readonly AutomatonState[]
  readonly search: number
  /** Places from which the pattern has matched, whatever follows. */
  readonly matched: ReadonlySet<number>
  readonly letters: readonly Before[]
  readonly multiline: boolean
}

/** Character before a position, on which `^` depends. */
type Before = 'nothing' | 'line end' | 'other'

function build(tree: Tree, flags: string): Automaton | null {
  const places: AutomatonState[] = []
  const alphabet = alphabetOf(tree, flags)
  const add = () => places.push({ edges: [], read: null }) - 1
  const link = (from: number, to: number, when: Edge['when'] = 'always') =>
    places[from]?.edges.push({ to, when })
  let known = true

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case for each kind of part
  const grow = (part: Tree, from: number, to: number): void => {
    if (places.length > maxPlaces) known = false
    if (!known) return
    switch (part.kind) {
      case 'character': {
        const place = places[from]
        if (place) place.read = { letters: alphabet.lettersOf(part.source), to }
        return
      }
      case 'sequence': {
        let here = from
        for (const [index, step] of part.parts.entries()) {
          const next = index === part.parts.length - 1 ? to : add()
          grow(step, fresh(here), next)
          here = next
        }
        if (part.parts.length === 0) link(from, to)
        return
      }
      case 'choice':
        for (const option of part.options) grow(option, fresh(from), to)
        return
      case 'repeat':
        repeat(part, from, to)
        return
      case 'start':
      case 'condition':
        link(from, to, part.kind)
        return
      case 'ahead':
        // Characters in a lookahead are read again afterwards, whether they matched or not.
        grow(part.body, fresh(from), add())
        link(from, to, 'condition')
        return
      case 'behind':
        if (isEndless(part.body)) known = false
        link(from, to, 'condition')
        return
      case 'reference':
        known = false
    }
  }
  /** Adds a separate place for a part, because a place reads at most one character. */
  const fresh = (from: number) => {
    const place = add()
    link(from, place)
    return place
  }
  const repeat = ({ body, min, max }: Tree & { kind: 'repeat' }, from: number, to: number) => {
    let here = from
    for (let copy = 0; copy < Math.min(min, maxCopies); copy++) {
      const next = add()
      grow(body, fresh(here), next)
      here = next
    }
    if (max <= maxCopies) {
      link(here, to)
      for (let copy = min; copy < max; copy++) {
        const next = add()
        grow(body, fresh(here), next)
        link(next, to)
        here = next
      }
      return
    }
    const head = fresh(here)
    const end = add()
    grow(body, fresh(head), end)
    link(end, head)
    link(head, to)
  }

  const [search, entry, accepting] = [add(), add(), add()]
  const skip = places[search]
  if (skip) skip.read = { letters: new Set(alphabet.letters.keys()), to: search }
  link(search, entry)
  grow(tree, entry, accepting)
  const matched = reaching(places, accepting)
  const multiline = flags.includes('m')
  return known ? { places, search, matched, letters: alphabet.letters, multiline } : null
}

function isEndless(tree: Tree): boolean {
  switch (tree.kind) {
    case 'repeat':
      return tree.max > maxCopies || isEndless(tree.body)
    case 'sequence':
      return tree.parts.some(isEndless)
    case 'choice':
      return tree.options.some(isEndless)
    case 'ahead':
    case 'behind':
      return isEndless(tree.body)
    default:
      return false
  }
}

/** Returns the places that lead to `goal` without reading a character and without a condition. */
function reaching(places: readonly AutomatonState[], goal: number): Set<number> {
  const found = new Set([goal])
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const [index, { edges }] of places.entries()) {
      if (edges.some(({ to, when }) => when === 'always' && found.has(to))) found.add(index)
    }
  }
  return found
}

const sampleRanges: readonly (readonly [number, number])[] = [
  [0, 0x2ff],
  [0x300, 0x30f],
  [0x590, 0x59f],
  [0x600, 0x60f],
  [0x115e, 0x1161],
  [0x1680, 0x1681],
  [0x2000, 0x206f],
  [0x2800, 0x2801],
  [0x3000, 0x3002],
  [0x3164, 0x3165],
  [0x4e00, 0x4e01],
  [0xd800, 0xd801],
  [0xe000, 0xe001],
  [0xfe0f, 0xfe0f],
  [0xfefe, 0xff00],
  [0xffa0, 0xffa1],
  [0x1f600, 0x1f601],
  [0xe0001, 0xe0002],
]
const samples = sampleRanges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
)

/** Groups characters that no class of the pattern distinguishes into one letter. */
function alphabetOf(tree: Tree, flags: string) {
  const sources = [...new Set(charactersOf(tree))]
  const kept = flags.replaceAll(/[^iusv]/g, '')
  const named = sources.flatMap((source) => [...source].filter((sign) => !samples.includes(sign)))
  const sets = sources.map((source) => new RegExp(`^(?:${source})$`, kept))
  const letterOf = new Map<
    string,
    { readonly before: Before; readonly inSets: readonly boolean[] }
  >()
  for (const sample of [...samples, ...named]) {
    const inSets = sets.map((set) => set.test(sample))
    const before = /[\n\r\u2028\u2029]/.test(sample) ? 'line end' : 'other'
    letterOf.set(`${before} ${inSets.map(Number).join('')}`, { before, inSets })
  }
  const letters = [...letterOf.values()]
  return {
    letters: letters.map(({ before }) => before),
    lettersOf: (source: string): ReadonlySet<number> => {
      const set = sources.indexOf(source)
      return new Set(letters.flatMap(({ inSets }, letter) => (inSets[set] ? [letter] : [])))
    },
  }
}

function charactersOf(tree: Tree): string[] {
  switch (tree.kind) {
    case 'character':
      return [tree.source]
    case 'sequence':
      return tree.parts.flatMap(charactersOf)
    case 'choice':
      return tree.options.flatMap(charactersOf)
    case 'repeat':
    case 'ahead':
    case 'behind':
      return charactersOf(tree.body)
    default:
      return []
  }
}

/** A place that reads, and the kind of character before it, as text. */
type State = string
type Step = { readonly letter: number; readonly to: State; readonly isDouble: boolean }

function judge(automaton: Automaton): Growth {
  const { search, letters } = automaton
  const failing = createGraph(stepsOf(automaton, true))
  const all = createGraph(stepsOf(automaton, false))
  const looping = failing.states.filter(
    (state) => !isAt(state, search) && failing.reachableFrom(state).has(state),
  )
  if (looping.some((state) => readsTwoWays(failing, state))) return 'exponential'
  for (const later of looping) {
    if (looping.some((earlier) => earlier !== later && precedes(failing, earlier, later))) {
      return 'polynomial'
    }
    if (followsSearch(all, failing, { search, later, letters })) return 'polynomial'
  }
  return 'linear'
}

const isAt = (state: State, place: number) => state.startsWith(`${place} `)

/** `failing`: only runs that have not yet passed a place where the pattern has matched. */
function stepsOf(automaton: Automaton, failing: boolean): ReadonlyMap<State, readonly Step[]> {
  const { places, search, matched, letters, multiline } = automaton
  const found = new Map<State, readonly Step[]>()
  const enter = (from: number, before: Before): Map<number, number> => {
    const counts = new Map<number, number>()
    let paths = 0
    const used = new Set<Edge>()
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one step of a walk, with all that ends it
    const walk = (at: number) => {
      if (failing && matched.has(at)) return
      if (++paths > maxPaths) throw new Error('too many ways between two characters')
      const place = places[at]
      if (place?.read) counts.set(at, (counts.get(at) ?? 0) + 1)
      for (const edge of place?.edges ?? []) {
        const isOpen =
          edge.when !== 'start' || before === 'nothing' || (multiline && before === 'line end')
        if (!isOpen || used.has(edge)) continue
        used.add(edge)
        walk(edge.to)
        used.delete(edge)
      }
    }
    walk(from)
    return counts
  }
  const visit = (place: number, before: Before) => {
    const state = `${place} ${before}`
    if (found.has(state)) return
    const steps: Step[] = []
    found.set(state, steps)
    const { read } = places[place] ?? {}
    if (!read) return
    const entered = new Map<Before, Map<number, number>>()
    for (const letter of read.letters) {
      const next = letters[letter] ?? 'other'
      const counts = entered.get(next) ?? enter(read.to, next)
      entered.set(next, counts)
      for (const [to, count] of counts) {
        steps.push({ letter, to: `${to} ${next}`, isDouble: count > 1 })
        visit(to, next)
      }
    }
  }
  for (const [place] of enter(search, 'nothing')) visit(place, 'nothing')
  // Failing runs also begin where a match has ended.
  if (failing) {
    for (const [index, { read }] of places.entries()) {
      if (!read || matched.has(index)) continue
      for (const before of ['line end', 'other'] as const) visit(index, before)
    }
  }
  return found
}

type Graph = {
  readonly states: readonly State[]
  readonly after: (state: State, letter: number) => readonly State[]
  readonly lettersOf: (state: State) => Iterable<number>
  readonly isDouble: (from: State, to: State) => boolean
  readonly reachableFrom: (state: State) => ReadonlySet<State>
  readonly leadingTo: (state: State) => ReadonlySet<State>
  /** Returns the states of all loops through this state. */
  readonly circleOf: (state: State) => ReadonlySet<State>
}

const none: readonly State[] = []

function createGraph(steps: ReadonlyMap<State, readonly Step[]>): Graph {
  const next = new Map<State, Map<number, State[]>>()
  const forward = new Map<State, Set<State>>()
  const backward = new Map<State, Set<State>>()
  const doubles = new Set<string>()
  for (const [from, found] of steps) {
    const byLetter = new Map<number, State[]>()
    next.set(from, byLetter)
    for (const { letter, to, isDouble } of found) {
      byLetter.set(letter, [...(byLetter.get(letter) ?? none), to])
      forward.set(from, (forward.get(from) ?? new Set()).add(to))
      backward.set(to, (backward.get(to) ?? new Set()).add(from))
      if (isDouble) doubles.add(`${from}>${to}`)
    }
  }
  const closure = (edges: ReadonlyMap<State, ReadonlySet<State>>) =>
    remembered((from) => {
      const found = new Set<State>()
      const waiting = [from]
      for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
        for (const to of edges.get(state) ?? none) {
          if (found.has(to)) continue
          found.add(to)
          waiting.push(to)
        }
      }
      return found
    })
  const reachableFrom = closure(forward)
  const leadingTo = closure(backward)
  return {
    states: [...steps.keys()],
    after: (state, letter) => next.get(state)?.get(letter) ?? none,
    lettersOf: (state) => next.get(state)?.keys() ?? [],
    isDouble: (from, to) => doubles.has(`${from}>${to}`),
    reachableFrom,
    leadingTo,
    circleOf: remembered((state) => reachableFrom(state).intersection(leadingTo(state))),
  }
}

function remembered(compute: (state: State) => ReadonlySet<State>) {
  const known = new Map<State, ReadonlySet<State>>()
  return (state: State): ReadonlySet<State> => {
    const result = known.get(state) ?? compute(state)
    known.set(state, result)
    return result
  }
}

/** One of several runs that read the same letters; it stays within some states. */
type Run = { readonly graph: Graph; readonly from: State; readonly within: ReadonlySet<State> }

/** Returns whether the runs reach a goal together. */
function reach(
  runs: readonly Run[],
  isGoal: (states: readonly State[], letter: number) => boolean,
): boolean {
  const seen = new Set<string>()
  const waiting: (readonly State[])[] = [runs.map(({ from }) => from)]
  for (let states = waiting.pop(); states !== undefined; states = waiting.pop()) {
    const last = runs.length - 1
    for (const letter of runs[last]?.graph.lettersOf(states[last] ?? '') ?? []) {
      let found: (readonly State[])[] = [[]]
      for (const [index, { graph, within }] of runs.entries()) {
        const next = graph.after(states[index] ?? '', letter).filter((to) => within.has(to))
        found = found.flatMap((begun) => next.map((to) => [...begun, to]))
      }
      for (const tuple of found) {
        if (isGoal(tuple, letter)) return true
        const key = tuple.join('|')
        if (seen.has(key)) continue
        seen.add(key)
        waiting.push(tuple)
      }
    }
  }
  return false
}

/** Returns whether the loops of this state can read one text in two ways. */
function readsTwoWays(graph: Graph, state: State): boolean {
  const circle = graph.circleOf(state)
  const doubled = [...circle].some((from) => [...circle].some((to) => graph.isDouble(from, to)))
  if (doubled) return true
  // Two diverging runs must meet again: searches for a state in which they can, starting where they diverge.
  const partings = [...graph.lettersOf(state)].flatMap((letter) => {
    const next = graph.after(state, letter).filter((to) => circle.has(to))
    return next.flatMap((one, index) => next.slice(index + 1).map((other) => [one, other] as const))
  })
  return partings.some(([one, other]) =>
    reach(
      [
        { graph, from: one, within: circle },
        { graph, from: other, within: circle },
      ],
      ([left, right]) => left === right,
    ),
  )
}

/** Returns whether both loops, and the path between them, can read the same text. */
function precedes(graph: Graph, earlier: State, later: State): boolean {
  const between = graph.reachableFrom(earlier).intersection(graph.leadingTo(later))
  if (!between.has(later)) return false
  return reach(
    [
      { graph, from: earlier, within: graph.circleOf(earlier) },
      { graph, from: earlier, within: between },
      { graph, from: later, within: graph.circleOf(later) },
    ],
    ([one, way, other]) => one === earlier && way === later && other === later,
  )
}

/** Returns whether a search that begins at every position reads the text of this loop again from each position. */
function followsSearch(
  all: Graph,
  failing: Graph,
  { search, later, letters }: { search: number; later: State; letters: readonly Before[] },
): boolean {
  const way: Omit<Run, 'from'> = { graph: all, within: all.leadingTo(later) }
  const loop: Run = { graph: failing, from: later, within: failing.circleOf(later) }
  return (['line end', 'other'] as const).some((before) =>
    reach(
      [{ ...way, from: `${search} ${before}` }, loop],
      ([one, other], letter) => one === later && other === later && letters[letter] === before,
    ),
  )
}
