// Icons of findings. Their shapes differ, so that they can be distinguished without color.
import type { ScriptWords } from '../../languages/script-words.ts'

export type FindingState = 'done' | 'running' | 'waiting' | 'broken'

const paths: Readonly<Record<FindingState, string>> = {
  done: 'M4 8.5l2.7 2.7L12 5.5',
  running: 'M4 8h.2M7.9 8h.2M11.8 8h.2',
  waiting: 'M8 4.5v4.2M8 11.2v.3',
  broken: 'M5.2 5.2l5.6 5.6M10.8 5.2l-5.6 5.6',
}

type StateIconProps = { readonly words: ScriptWords; readonly state: FindingState }

export function StateIcon({ words, state }: StateIconProps) {
  return (
    <span class={`finding-icon ${state}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path
          d={paths[state]}
          fill="none"
          stroke="currentColor"
          stroke-width="1.8"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
      <span class="visually-hidden">{words.text(`state.${state}`)}</span>
    </span>
  )
}
