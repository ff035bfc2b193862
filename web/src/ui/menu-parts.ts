// What a menu's entries are made of, handed down by the panel that has fetched it.

import type { DropdownMenu } from 'radix-ui'
import { createContext } from 'react'

type Parts = Pick<typeof DropdownMenu, 'Item' | 'Group' | 'Label' | 'Separator'>

// Entries are only ever drawn inside a panel.
export const MenuParts = createContext<Parts>({} as Parts)
