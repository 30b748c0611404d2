// The card on file, which programs charge.
import { capitalized } from '../../domain/base/text.ts'
import type { SavedCard } from '../../domain/payments/ports.ts'
import { Time } from '../base/time.tsx'

type CardProps = { readonly card: SavedCard | null; readonly lostAt: Date | null }

export function Card({ card, lostAt }: CardProps) {
  return (
    <section class="panel" aria-labelledby="card">
      <h2 id="card">Card</h2>
      {lostAt === null ? (
        ''
      ) : (
        <p role="status">
          Your saved card is gone: the card processor has no record of it any more since{' '}
          <Time at={lostAt} />. Orders of your programs are saved unpaid until you save a card.
        </p>
      )}
      {card === null ? (
        <p>
          No card on file. Programs charge their orders to a saved card, which you enter on the card
          processor’s page. On this website you pay at the checkout.
        </p>
      ) : (
        <p>
          <strong>{`${capitalized(card.brand)} ending in ${card.last4}`}</strong> is charged for
          every order that a program places. On this website you pay at the checkout.
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
