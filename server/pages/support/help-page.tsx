// /help: frequently asked questions, with an anchor for each.
import { pageResponse } from '../base/layout.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { Markdown } from '../legal/markdown.tsx'
import { type HelpTopic, helpTopics } from './help-topics.ts'

export function helpPage(visitor: PageVisitor): Response {
  return pageResponse({
    title: 'Help',
    visitor,
    body: (
      <>
        <h1>Help</h1>
        <p class="lead">
          Your question is not here? <a href="/contact#ask">Ask it</a>, or{' '}
          <a href="/contact#write">write to us</a>.
        </p>
        <nav class="help-contents" aria-label="Questions">
          {helpTopics().map((topic) => (
            <Contents {...topic} />
          ))}
        </nav>
        {helpTopics().map((topic) => (
          <Topic {...topic} />
        ))}
      </>
    ),
  })
}

function Contents({ name, articles }: HelpTopic) {
  return (
    <div>
      <span class="group">{name}</span>
      <ul>
        {articles.map(({ id, title }) => (
          <li>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const topicId = (name: string): string => `topic-${name.toLowerCase().replaceAll(' ', '-')}`

function Topic({ name, articles }: HelpTopic) {
  return (
    <section class="help-topic" aria-labelledby={topicId(name)}>
      <h2 id={topicId(name)}>{name}</h2>
      {articles.map(({ id, title, text }) => (
        <article aria-labelledby={id}>
          <h3 id={id}>{title}</h3>
          <Markdown text={text} />
        </article>
      ))}
    </section>
  )
}
