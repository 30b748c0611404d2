// Where a file is dropped or chosen, on the start page and on the quote page, with samples for those who have none. Without a script
// it is a field for a file.
import { maxModelText } from '../../domain/models/size-limit.ts'
import { assetUrl, samplePictures } from '../assets/assets.ts'
import { acceptedFiles } from './refusal.ts'

const samples = [
  { name: 'gear', words: 'A gear' },
  { name: 'vase', words: 'A vase' },
  { name: 'faulty', words: 'A part with faults' },
] as const

export function DropZone() {
  return (
    <div class="drop" id="drop">
      <svg class="drop-icon" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <path
          d="M24 5l16 9v20l-16 9-16-9V14zM24 24v19M24 24l16-10M24 24L8 14"
          fill="none"
          stroke="currentColor"
          stroke-width="2"
          stroke-linejoin="round"
        />
      </svg>
      <p class="drop-title" id="drop-title">
        Drop your model here
      </p>
      <label class="button" for="file" id="choose">
        Choose a file
      </label>
      <input
        id="file"
        name="file"
        type="file"
        accept={acceptedFiles}
        aria-describedby="file-hint"
      />
      <p class="hint" id="file-hint">
        STL, 3MF, OBJ, GLB or sliced G-code, up to {maxModelText}, or{' '}
        <a href="/quote#import-link">paste a link</a>
      </p>
      <div class="samples" id="samples" hidden>
        <span>No file at hand? Try one of ours</span>
        <div class="sample-list">
          {samples.map(({ name, words }) => (
            <button type="button" class="sample" data-sample={name}>
              <SamplePicture name={name} />
              {words}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}

function SamplePicture({ name }: { name: (typeof samples)[number]['name'] }) {
  return (
    <picture>
      <source srcset={assetUrl(samplePictures[name].dark)} media="(prefers-color-scheme: dark)" />
      <img src={assetUrl(samplePictures[name].light)} alt="" width="72" height="72" />
    </picture>
  )
}

/** The samples on another page: the quote page opens with the chosen one. */
export function SampleLinks() {
  return (
    <div class="sample-list">
      {samples.map(({ name, words }) => (
        <a class="sample" href={`/quote#sample-${name}`}>
          <SamplePicture name={name} />
          {words}
        </a>
      ))}
    </div>
  )
}
