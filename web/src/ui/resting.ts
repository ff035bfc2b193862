// Why what sends something rests for now, in a sentence; null while it does not. Pages say so to what is beneath them.

import { createContext } from 'react'

export const Resting = createContext<string | null>(null)
