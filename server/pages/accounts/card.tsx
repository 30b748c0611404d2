// Saved card that programs charge, and the link to the checkout where its owner sets it.
import { capitalize } from '../../domain/base/text/text.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import { cardName } from '../base/card-name.ts'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'

type CardProps = { readonly card: SavedCard | null; readonly lostAt: Date | null }

export function Card({ card, lostAt }: CardProps) {
  return (
    <section class="panel" aria-labelledby="card">
      <h2 id="card">Card</h2>
      {lostAt === null ? (
        ''
      ) : (
        <p role="status">
          Your saved card is gone: the card processor has had no record of it since{' '}
          <Time at={lostAt} words={english} />. Orders of your programs are saved unpaid until you
          save a card.
        </p>
      )}
      {card === null ? (
        <p>
          No card on file. Programs charge their orders to a saved card, which you enter on the card
          processor’s page. The checkout of this website then offers it as well.
        </p>
      ) : (
        <p>
          <strong>{capitalize(cardName(english, card))}</strong> is charged for every order that a
          program places. At the checkout you choose it, or another card.
        </p>
      )}
      <form method="post" action="/api/account/card">
        <button type="submit" class={card === null ? '' : 'quiet'}>
          {card === null ? 'Save a card' : 'Replace the card'}
        </button>
      </form>
      {card === null ? (
        ''
      ) : (
        <form method="post" action="/account/card/remove">
          <button type="submit" class="quiet">
            Remove the card
          </button>
        </form>
      )}
    </section>
  )
}
