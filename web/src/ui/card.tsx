import type { HTMLAttributes } from 'react'

/** The classes of elements that can't be a Card: links, buttons, lists and their rows. */
export const cardClassName = 'rounded-card border border-hairline bg-surface'

type Props = HTMLAttributes<HTMLElement> & { as?: 'div' | 'section' }

export function Card({ as: Element = 'div', className = 'p-5', ...rest }: Props) {
  return <Element {...rest} className={`${cardClassName} ${className}`} />
}
