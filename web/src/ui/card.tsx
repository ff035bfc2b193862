import type { HTMLAttributes } from 'react'

/** The classes of a card, also for links, buttons, lists and rows, which cannot be a `Card`. */
export const cardClassName = 'rounded-card border border-hairline bg-surface'

type Props = HTMLAttributes<HTMLElement> & { as?: 'div' | 'section' }

export function Card({ as: Element = 'div', className = 'p-5', ...rest }: Props) {
  return <Element {...rest} className={`${cardClassName} ${className}`} />
}
