// The Radix parts of a menu's items, provided by the panel, so that menu.tsx doesn't import Radix.

import type { DropdownMenu } from 'radix-ui'
import { createContext, type ComponentProps, type ReactElement, type ReactNode } from 'react'

type Parts = Pick<typeof DropdownMenu, 'Item' | 'Group' | 'Label' | 'Separator'>

// The empty default is never used, because items render only inside a panel.
export const MenuPartsContext = createContext<Parts>({} as Parts)

export type MenuProps = {
  /** A button, which gets the attributes of a menu button. */
  trigger: ReactElement<ComponentProps<'button'>>
  children: ReactNode
  align?: 'start' | 'end'
  className?: string
}
