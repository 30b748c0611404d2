// Upload area of the start page and the quote page, with samples for visitors without a file. Without JavaScript, it is
// a file field.
import { maxModelBytes } from '../../domain/models/size-limit.ts'
import { assetUrl, samplePictures } from '../assets/assets.ts'
import type { Words } from '../languages/words.ts'
import { acceptedFiles } from './refusals/refusal.ts'

const samples = [
  { name: 'gear', label: 'drop.gear' },
  { name: 'vase', label: 'drop.vase' },
  { name: 'faulty', label: 'drop.faulty' },
] as const

export function DropZone({ words }: { words: Words }) {
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
      <p class="drop-title" id="drop-title" data-opening={words.text('drop.opening')}>
        {words.text('drop.title')}
      </p>
      <label class="button" for="file" id="choose">
        {words.text('drop.choose')}
      </label>
      <input
        id="file"
        name="file"
        type="file"
        accept={acceptedFiles}
        aria-describedby="file-hint"
      />
      <p class="hint" id="file-hint">
        {words.rich('drop.formats', {
          size: words.megabytes(maxModelBytes),
          link: (text) => <a href="/quote#import-link">{text}</a>,
        })}
      </p>
      <div class="samples" id="samples" hidden>
        <span>{words.text('drop.samples')}</span>
        <div class="sample-list">
          {samples.map(({ name, label }) => (
            <button type="button" class="sample" data-sample={name}>
              <SamplePicture name={name} />
              {words.text(label)}
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

/** Links to the samples from another page: the quote page opens with the selected one. */
export function SampleLinks({ words }: { words: Words }) {
  return (
    <div class="sample-list">
      {samples.map(({ name, label }) => (
        <a class="sample" href={`/quote#sample-${name}`}>
          <SamplePicture name={name} />
          {words.text(label)}
        </a>
      ))}
    </div>
  )
}
